CREATE TABLE instruments (
    id               INTEGER PRIMARY KEY,
    tag              TEXT NOT NULL UNIQUE,
    kind             TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'available'
                     CHECK (status IN ('available', 'on_loan', 'on_hold', 'withdrawn')),
    daily_fine_pence INTEGER NOT NULL DEFAULT 50
);

CREATE TABLE patrons (
    id          INTEGER PRIMARY KEY,
    card_number TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    email       TEXT NOT NULL
);

CREATE TABLE loans (
    id            INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL REFERENCES instruments (id),
    patron_id     INTEGER NOT NULL REFERENCES patrons (id),
    lent_on       TEXT NOT NULL,
    due_on        TEXT NOT NULL,
    returned_on   TEXT
);

CREATE UNIQUE INDEX one_open_loan ON loans (instrument_id) WHERE returned_on IS NULL;

CREATE TABLE reservations (
    id            INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL REFERENCES instruments (id),
    patron_id     INTEGER NOT NULL REFERENCES patrons (id),
    created_at    TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'collected', 'cancelled'))
);

CREATE UNIQUE INDEX one_ready ON reservations (instrument_id) WHERE state = 'ready';
CREATE UNIQUE INDEX one_open_reservation ON reservations (instrument_id, patron_id)
    WHERE state IN ('waiting', 'ready');

CREATE TABLE fines (
    id           INTEGER PRIMARY KEY,
    loan_id      INTEGER NOT NULL UNIQUE REFERENCES loans (id),
    patron_id    INTEGER NOT NULL REFERENCES patrons (id),
    amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
    raised_on    TEXT NOT NULL,
    paid_on      TEXT
);
