CREATE TABLE households (
  id       TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (currency IN ('EUR', 'GBP', 'SEK'))
);

CREATE TABLE flatmates (
  id           TEXT PRIMARY KEY,
  household_id TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  colour       TEXT NOT NULL,
  moved_out_on TEXT
);

CREATE TABLE sessions (
  token       TEXT PRIMARY KEY,
  flatmate_id TEXT NOT NULL REFERENCES flatmates (id) ON DELETE CASCADE
);

CREATE TABLE expenses (
  id           TEXT PRIMARY KEY,
  household_id TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  title        TEXT NOT NULL,
  amount       INTEGER NOT NULL CHECK (amount > 0),
  paid_by      TEXT NOT NULL REFERENCES flatmates (id),
  spent_on     TEXT NOT NULL,
  created_at   TEXT NOT NULL
);

CREATE TABLE expense_participants (
  expense_id  TEXT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
  flatmate_id TEXT NOT NULL REFERENCES flatmates (id),
  position    INTEGER NOT NULL,
  PRIMARY KEY (expense_id, flatmate_id)
);

CREATE INDEX expenses_by_household ON expenses (household_id, spent_on);
