CREATE TABLE stops (
  stop_id text PRIMARY KEY,
  name    text NOT NULL,
  lat     double precision NOT NULL,
  lon     double precision NOT NULL
);

CREATE TABLE routes (
  route_id   text PRIMARY KEY,
  short_name text NOT NULL,
  name       text NOT NULL
);

CREATE TABLE route_stops (
  route_id          text NOT NULL REFERENCES routes ON DELETE CASCADE,
  sequence          integer NOT NULL,
  stop_id           text NOT NULL REFERENCES stops ON DELETE CASCADE,
  metres_from_start double precision NOT NULL,
  PRIMARY KEY (route_id, sequence)
);

CREATE INDEX route_stops_stop ON route_stops (stop_id);

CREATE TABLE vehicle_positions (
  vehicle_id  text PRIMARY KEY,
  route_id    text NOT NULL,
  trip_id     text NOT NULL,
  lat         double precision NOT NULL,
  lon         double precision NOT NULL,
  speed_mps   double precision,
  observed_at timestamptz NOT NULL
);

CREATE INDEX vehicle_positions_route ON vehicle_positions (route_id, observed_at);
