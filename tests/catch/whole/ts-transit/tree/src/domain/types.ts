/** Ids of stops, routes, vehicles and trips, as we accept them from feeds and clients. */
export const ID_PATTERN = /^[A-Za-z0-9._:-]{1,64}$/;

export interface Stop {
  id: string;
  name: string;
  lat: number;
  lon: number;
}

export interface Route {
  id: string;
  shortName: string;
  name: string;
}

export interface RouteStop {
  stop: Stop;
  sequence: number;
  metresFromStart: number;
}

export interface VehiclePosition {
  vehicleId: string;
  routeId: string;
  tripId: string;
  lat: number;
  lon: number;
  speedMps: number | null;
  observedAt: Date;
}

export interface Prediction {
  vehicleId: string;
  stopId: string;
  routeId: string;
  tripId: string;
  arrivesAt: Date;
  computedAt: Date;
}

/** What a client asks about: everything at one stop, or everything of one route. */
export type Target = { kind: "stop"; stopId: string } | { kind: "route"; routeId: string };
