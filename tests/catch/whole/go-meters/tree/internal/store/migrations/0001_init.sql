CREATE TABLE readings (
    id          INTEGER PRIMARY KEY,
    meter       TEXT    NOT NULL,
    received_at INTEGER NOT NULL, -- unix seconds
    volume_l    INTEGER NOT NULL,
    status      INTEGER NOT NULL,
    rssi        INTEGER NOT NULL,
    raw         BLOB    NOT NULL,
    sent_at     INTEGER           -- unix seconds, NULL while in the queue
);

CREATE INDEX readings_pending ON readings (id) WHERE sent_at IS NULL;
