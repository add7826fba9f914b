import type { Route, RouteStop, Stop } from "../domain/types.js";
import type { Queryable } from "./database.js";

interface StopRow {
  stop_id: string;
  name: string;
  lat: number;
  lon: number;
}

interface RouteStopRow extends StopRow {
  sequence: number;
  metres_from_start: number;
}

const toStop = (row: StopRow): Stop => ({ id: row.stop_id, name: row.name, lat: row.lat, lon: row.lon });

/** The static network: stops, routes, and which stops a route serves. Loaded by the nightly import. */
export class StopsRepo {
  constructor(private readonly q: Queryable) {}

  async findStop(stopId: string): Promise<Stop | undefined> {
    const rows = await this.q.query<StopRow>(
      "SELECT stop_id, name, lat, lon FROM stops WHERE stop_id = $1",
      [stopId],
    );
    return rows[0] && toStop(rows[0]);
  }

  async findRoute(routeId: string): Promise<Route | undefined> {
    const rows = await this.q.query<{ route_id: string; short_name: string; name: string }>(
      "SELECT route_id, short_name, name FROM routes WHERE route_id = $1",
      [routeId],
    );
    const row = rows[0];
    return row && { id: row.route_id, shortName: row.short_name, name: row.name };
  }

  async stopsOnRoute(routeId: string): Promise<RouteStop[]> {
    const rows = await this.q.query<RouteStopRow>(
      `SELECT s.stop_id, s.name, s.lat, s.lon, rs.sequence, rs.metres_from_start
         FROM route_stops rs JOIN stops s USING (stop_id)
        WHERE rs.route_id = $1 ORDER BY rs.sequence`,
      [routeId],
    );
    return rows.map((row) => ({
      stop: toStop(row),
      sequence: row.sequence,
      metresFromStart: row.metres_from_start,
    }));
  }

  async routeIdsAtStop(stopId: string): Promise<string[]> {
    const rows = await this.q.query<{ route_id: string }>(
      "SELECT DISTINCT route_id FROM route_stops WHERE stop_id = $1 ORDER BY route_id",
      [stopId],
    );
    return rows.map((row) => row.route_id);
  }
}
