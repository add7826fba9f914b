create table outbox_event (
    position     bigint generated always as identity primary key,
    event_id     varchar(36)              not null unique,
    event_type   varchar(80)              not null,
    aggregate_id varchar(40)              not null,
    payload      text                     not null,
    occurred_at  timestamp with time zone not null,
    attempts     int                      not null,
    last_error   varchar(500),
    delivered_at timestamp with time zone
);

create index outbox_event_pending on outbox_event (delivered_at, position);
