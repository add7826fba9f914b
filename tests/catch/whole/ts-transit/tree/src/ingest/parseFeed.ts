import type { VehiclePosition } from "../domain/types.js";
import {
  feedEntities,
  isRecord,
  readEpochSeconds,
  readId,
  readNumber,
  type JsonRecord,
  type RejectedEntity,
} from "./fields.js";

export interface ParsedPositions {
  positions: VehiclePosition[];
  rejected: RejectedEntity[];
}

/**
 * Vehicle positions of a GTFS-realtime document. Entities of other kinds are passed over. An entity that is broken is
 * rejected by itself; only a document that is no feed at all throws.
 */
export function parsePositions(json: unknown): ParsedPositions {
  const parsed: ParsedPositions = { positions: [], rejected: [] };
  for (const entity of feedEntities(json)) {
    if (entity.vehicle === undefined) continue;
    const result = parseVehicle(entity.vehicle);
    if (typeof result === "string") {
      parsed.rejected.push({ id: readId(entity, "id"), reason: result });
    } else {
      parsed.positions.push(result);
    }
  }
  return parsed;
}

/** The position, or the reason why it is none. */
function parseVehicle(vehicle: unknown): VehiclePosition | string {
  if (!isRecord(vehicle)) return "vehicle is not an object";
  const trip: JsonRecord = isRecord(vehicle.trip) ? vehicle.trip : {};
  const descriptor: JsonRecord = isRecord(vehicle.vehicle) ? vehicle.vehicle : {};
  const position: JsonRecord = isRecord(vehicle.position) ? vehicle.position : {};

  const vehicleId = readId(descriptor, "id");
  if (vehicleId === undefined) return "vehicle.id";
  const routeId = readId(trip, "routeId");
  if (routeId === undefined) return "trip.routeId";
  const tripId = readId(trip, "tripId");
  if (tripId === undefined) return "trip.tripId";
  const lat = readNumber(position, "latitude", -90, 90);
  const lon = readNumber(position, "longitude", -180, 180);
  if (lat === undefined || lon === undefined) return "position";
  const observedAt = readEpochSeconds(vehicle, "timestamp");
  if (observedAt === undefined) return "timestamp";

  const speedMps = readNumber(position, "speed", 0, 60) ?? null;
  return { vehicleId, routeId, tripId, lat, lon, speedMps, observedAt };
}
