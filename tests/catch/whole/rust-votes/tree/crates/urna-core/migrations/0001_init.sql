CREATE TABLE members (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    email  TEXT NOT NULL UNIQUE,
    active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE polls (
    id          INTEGER PRIMARY KEY,
    title       TEXT NOT NULL,
    options     TEXT NOT NULL,            -- JSON array of {"id", "label"}
    max_choices INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
    closes_at   INTEGER NOT NULL
);

CREATE TABLE ballots (
    poll_id   INTEGER NOT NULL REFERENCES polls (id),
    member_id INTEGER NOT NULL REFERENCES members (id),
    choices   TEXT NOT NULL,              -- JSON array of option ids, ascending
    cast_at   INTEGER NOT NULL,
    PRIMARY KEY (poll_id, member_id)
);
