-- JdbcOrderRepository inserts into transport_order by position: new columns of that table go to the end.
create table transport_order (
    order_id             varchar(40)   not null primary key,
    customer_id          varchar(40)   not null,
    status               varchar(20)   not null,
    tour_id              varchar(40),
    price_amount         numeric(12,2) not null,
    price_currency       char(3)       not null,
    pickup_name          varchar(120)  not null,
    pickup_street        varchar(120)  not null,
    pickup_postal_code   varchar(12)   not null,
    pickup_city          varchar(80)   not null,
    pickup_country       char(2)       not null,
    delivery_name        varchar(120)  not null,
    delivery_street      varchar(120)  not null,
    delivery_postal_code varchar(12)   not null,
    delivery_city        varchar(80)   not null,
    delivery_country     char(2)       not null
);

create table cargo_item (
    order_id        varchar(40)   not null references transport_order (order_id),
    position        int           not null,
    description     varchar(200)  not null,
    packages        int           not null,
    gross_weight_kg numeric(10,3) not null,
    primary key (order_id, position)
);

create table tour (
    tour_id       varchar(40) not null primary key,
    vehicle_plate varchar(20) not null,
    departure     date        not null,
    status        varchar(20) not null
);

create table tour_stop (
    tour_id  varchar(40) not null references tour (tour_id),
    sequence int         not null,
    order_id varchar(40) not null references transport_order (order_id),
    kind     varchar(10) not null,
    country  char(2)     not null,
    primary key (tour_id, sequence)
);
