import type { VehiclePosition } from "../domain/types.js";
import type { Queryable } from "./database.js";

interface PositionRow {
  vehicle_id: string;
  route_id: string;
  trip_id: string;
  lat: number;
  lon: number;
  speed_mps: number | null;
  observed_at: Date;
}

const COLUMNS = "vehicle_id, route_id, trip_id, lat, lon, speed_mps, observed_at";

const toPosition = (row: PositionRow): VehiclePosition => ({
  vehicleId: row.vehicle_id,
  routeId: row.route_id,
  tripId: row.trip_id,
  lat: row.lat,
  lon: row.lon,
  speedMps: row.speed_mps,
  observedAt: row.observed_at,
});

/** The last known position of each vehicle. */
export class VehiclesRepo {
  constructor(private readonly q: Queryable) {}

  /** Stores a position unless a newer one is known. True when it was stored. */
  async upsert(position: VehiclePosition): Promise<boolean> {
    const rows = await this.q.query<{ vehicle_id: string }>(
      `INSERT INTO vehicle_positions (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (vehicle_id) DO UPDATE SET
         route_id = excluded.route_id, trip_id = excluded.trip_id, lat = excluded.lat, lon = excluded.lon,
         speed_mps = excluded.speed_mps, observed_at = excluded.observed_at
       WHERE vehicle_positions.observed_at < excluded.observed_at
       RETURNING vehicle_id`,
      [
        position.vehicleId,
        position.routeId,
        position.tripId,
        position.lat,
        position.lon,
        position.speedMps,
        position.observedAt,
      ],
    );
    return rows.length > 0;
  }

  async onRoute(routeId: string, since: Date): Promise<VehiclePosition[]> {
    const rows = await this.q.query<PositionRow>(
      `SELECT ${COLUMNS} FROM vehicle_positions
        WHERE route_id = $1 AND observed_at >= $2 ORDER BY vehicle_id`,
      [routeId, since],
    );
    return rows.map(toPosition);
  }

  async seenSince(since: Date): Promise<VehiclePosition[]> {
    const rows = await this.q.query<PositionRow>(
      `SELECT ${COLUMNS} FROM vehicle_positions WHERE observed_at >= $1 ORDER BY route_id, vehicle_id`,
      [since],
    );
    return rows.map(toPosition);
  }

  async deleteBefore(cutoff: Date): Promise<number> {
    const rows = await this.q.query<{ vehicle_id: string }>(
      "DELETE FROM vehicle_positions WHERE observed_at < $1 RETURNING vehicle_id",
      [cutoff],
    );
    return rows.length;
  }
}
