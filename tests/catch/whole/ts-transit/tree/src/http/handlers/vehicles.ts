import { VehiclesRepo } from "../../db/vehiclesRepo.js";
import { requiredId } from "../params.js";
import type { Handler } from "../router.js";
import type { ApiDeps } from "../server.js";
import { assertTargetExists } from "./stops.js";

const MAX_AGE_MS = 5 * 60_000;

export interface VehiclesBody {
  routeId: string;
  vehicles: {
    vehicleId: string;
    tripId: string;
    lat: number;
    lon: number;
    speedMps: number | null;
    observedAt: string;
  }[];
}

/** Also the data of the stream's `vehicles` event. */
export async function vehiclesBody(deps: ApiDeps, routeId: string): Promise<VehiclesBody> {
  const since = new Date(deps.now().getTime() - MAX_AGE_MS);
  const positions = await new VehiclesRepo(deps.db).onRoute(routeId, since);
  return {
    routeId,
    vehicles: positions.map((p) => ({
      vehicleId: p.vehicleId,
      tripId: p.tripId,
      lat: p.lat,
      lon: p.lon,
      speedMps: p.speedMps,
      observedAt: p.observedAt.toISOString(),
    })),
  };
}

export function listVehicles(deps: ApiDeps): Handler {
  return async ({ query }) => {
    const routeId = requiredId(query, "route");
    await assertTargetExists(deps, { kind: "route", routeId });
    const body = await vehiclesBody(deps, routeId);
    return { status: 200, body, headers: { "cache-control": "public, max-age=5" } };
  };
}
