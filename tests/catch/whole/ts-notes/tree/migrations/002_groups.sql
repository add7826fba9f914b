CREATE TABLE groups (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE members (
  group_id TEXT NOT NULL REFERENCES groups(id),
  user_id  TEXT NOT NULL REFERENCES users(id),
  role     TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  PRIMARY KEY (group_id, user_id)
);

ALTER TABLE highlights ADD COLUMN group_id TEXT REFERENCES groups(id);
CREATE INDEX highlights_group ON highlights(group_id, updated_at);
