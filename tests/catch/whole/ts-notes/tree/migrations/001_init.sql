CREATE TABLE users (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE tokens (
  hash    TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users(id)
);

CREATE TABLE highlights (
  id         TEXT PRIMARY KEY,
  owner_id   TEXT NOT NULL REFERENCES users(id),
  url        TEXT NOT NULL,
  anchor     TEXT NOT NULL,            -- JSON, see Anchor in src/shared/model.ts
  color      TEXT NOT NULL,
  note       TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,         -- ms since the epoch, the device's clock
  updated_at INTEGER NOT NULL          -- same
);

CREATE INDEX highlights_owner ON highlights(owner_id, updated_at);
