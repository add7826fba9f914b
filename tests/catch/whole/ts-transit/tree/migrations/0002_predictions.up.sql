CREATE TABLE predictions (
  vehicle_id  text NOT NULL,
  stop_id     text NOT NULL,
  route_id    text NOT NULL,
  trip_id     text NOT NULL,
  arrives_at  timestamptz NOT NULL,
  computed_at timestamptz NOT NULL,
  PRIMARY KEY (vehicle_id, stop_id)
);

CREATE INDEX predictions_stop ON predictions (stop_id, arrives_at);
