create table metering_point (
    id            varchar(33)   not null primary key,
    profile_class varchar(16)   not null,
    max_kwh       numeric(12,3) not null,
    active        boolean       not null default true
);

create table reading (
    metering_point_id varchar(33)              not null references metering_point (id),
    interval_start    timestamp with time zone not null,
    kwh               numeric(12,3)            not null,
    quality           char(1)                  not null,
    received_at       timestamp with time zone not null,
    primary key (metering_point_id, interval_start),
    constraint reading_quality_check check (quality in ('W', 'V'))
);
