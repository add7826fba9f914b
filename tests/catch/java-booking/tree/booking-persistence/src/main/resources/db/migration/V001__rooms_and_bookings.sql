CREATE TABLE room (
    id        VARCHAR(8)   PRIMARY KEY,
    name      VARCHAR(80)  NOT NULL,
    seats     INT          NOT NULL,
    equipment VARCHAR(200) NOT NULL
);

CREATE TABLE booking (
    id         UUID         PRIMARY KEY,
    room_id    VARCHAR(8)   NOT NULL REFERENCES room (id),
    organizer  VARCHAR(120) NOT NULL,
    slot_start TIMESTAMP    NOT NULL,
    slot_end   TIMESTAMP    NOT NULL,
    status     VARCHAR(12)  NOT NULL
);
