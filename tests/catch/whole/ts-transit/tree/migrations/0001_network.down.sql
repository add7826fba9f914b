DROP TABLE vehicle_positions;
DROP TABLE route_stops;
DROP TABLE routes;
DROP TABLE stops;
