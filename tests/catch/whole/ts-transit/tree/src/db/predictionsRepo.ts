import type { Prediction } from "../domain/types.js";
import type { Queryable } from "./database.js";

interface PredictionRow {
  vehicle_id: string;
  stop_id: string;
  route_id: string;
  trip_id: string;
  arrives_at: Date;
  computed_at: Date;
}

const toPrediction = (row: PredictionRow): Prediction => ({
  vehicleId: row.vehicle_id,
  stopId: row.stop_id,
  routeId: row.route_id,
  tripId: row.trip_id,
  arrivesAt: row.arrives_at,
  computedAt: row.computed_at,
});

export class PredictionsRepo {
  constructor(private readonly q: Queryable) {}

  /** Replaces what is known of one vehicle. Two statements: call it inside a transaction. */
  async replaceForVehicle(vehicleId: string, predictions: readonly Prediction[]): Promise<void> {
    await this.q.query("DELETE FROM predictions WHERE vehicle_id = $1", [vehicleId]);
    if (predictions.length === 0) return;
    await this.q.query(
      `INSERT INTO predictions (vehicle_id, stop_id, route_id, trip_id, arrives_at, computed_at)
       SELECT $1, stop_id, $2, $3, min(arrives_at), $4
         FROM unnest($5::text[], $6::timestamptz[]) AS p (stop_id, arrives_at)
        GROUP BY stop_id`,
      [
        vehicleId,
        predictions[0]!.routeId,
        predictions[0]!.tripId,
        predictions[0]!.computedAt,
        predictions.map((p) => p.stopId),
        predictions.map((p) => p.arrivesAt),
      ],
    );
  }

  async nextAtStop(stopId: string, from: Date, limit: number): Promise<Prediction[]> {
    const rows = await this.q.query<PredictionRow>(
      `SELECT vehicle_id, stop_id, route_id, trip_id, arrives_at, computed_at FROM predictions
        WHERE stop_id = $1 AND arrives_at >= $2 ORDER BY arrives_at, vehicle_id LIMIT $3`,
      [stopId, from, limit],
    );
    return rows.map(toPrediction);
  }

  async deleteBefore(cutoff: Date): Promise<number> {
    const rows = await this.q.query<{ stop_id: string }>(
      "DELETE FROM predictions WHERE arrives_at < $1 RETURNING stop_id",
      [cutoff],
    );
    return rows.length;
  }
}
