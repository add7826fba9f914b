CREATE TABLE settlements (
  id           TEXT PRIMARY KEY,
  household_id TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  from_id      TEXT NOT NULL REFERENCES flatmates (id),
  to_id        TEXT NOT NULL REFERENCES flatmates (id),
  amount       INTEGER NOT NULL CHECK (amount > 0),
  settled_on   TEXT NOT NULL
);
