CREATE TABLE scores (
  id         INTEGER PRIMARY KEY,
  level_id   TEXT    NOT NULL,
  player     TEXT    NOT NULL,
  moves      INTEGER NOT NULL,
  ms         INTEGER NOT NULL,
  created_at TEXT    NOT NULL DEFAULT (datetime('now'))
);
CREATE INDEX scores_by_rank ON scores (level_id, moves, ms);
