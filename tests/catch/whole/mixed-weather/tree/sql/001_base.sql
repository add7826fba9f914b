-- 001: stations, what they measured, and the lines nobody could read

CREATE TABLE stations (
    station   TEXT PRIMARY KEY,      -- FEN01
    name      TEXT NOT NULL,
    keeper    TEXT NOT NULL,         -- whom to ring
    latitude  REAL NOT NULL,
    longitude REAL NOT NULL,
    height_m  INTEGER NOT NULL,
    since     TEXT NOT NULL          -- YYYY-MM-DD
);

CREATE TABLE measurements (
    station TEXT    NOT NULL REFERENCES stations (station),
    ts      INTEGER NOT NULL,        -- seconds since 1970, UTC
    channel TEXT    NOT NULL CHECK (channel IN ('T', 'H', 'P', 'R', 'W')),
    value   REAL    NOT NULL,
    PRIMARY KEY (station, ts, channel)
) WITHOUT ROWID;

CREATE TABLE rejects (
    id      INTEGER PRIMARY KEY,
    seen_at INTEGER NOT NULL,
    source  TEXT    NOT NULL,        -- FEN01/2024-06-01.wl
    line_no INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    UNIQUE (source, line_no)
);
