import { PredictionsRepo } from "../../db/predictionsRepo.js";
import { StopsRepo } from "../../db/stopsRepo.js";
import type { Target } from "../../domain/types.js";
import { AppError } from "../../errors.js";
import { intParam, pathId } from "../params.js";
import type { Handler } from "../router.js";
import type { ApiDeps } from "../server.js";

export const DEFAULT_ARRIVALS = 10;

export interface ArrivalsBody {
  stopId: string;
  generatedAt: string;
  arrivals: { routeId: string; tripId: string; vehicleId: string; arrivesAt: string }[];
}

/** STOP_NOT_FOUND or ROUTE_NOT_FOUND for a target that the network does not have. */
export async function assertTargetExists(deps: ApiDeps, target: Target): Promise<void> {
  const repo = new StopsRepo(deps.db);
  if (target.kind === "stop") {
    if (!(await repo.findStop(target.stopId))) throw new AppError("STOP_NOT_FOUND", `no stop ${target.stopId}`);
  } else if (!(await repo.findRoute(target.routeId))) {
    throw new AppError("ROUTE_NOT_FOUND", `no route ${target.routeId}`);
  }
}

/** Also the data of the stream's `arrivals` event. */
export async function arrivalsBody(deps: ApiDeps, stopId: string, limit: number): Promise<ArrivalsBody> {
  const now = deps.now();
  const predictions = await new PredictionsRepo(deps.db).nextAtStop(stopId, now, limit);
  return {
    stopId,
    generatedAt: now.toISOString(),
    arrivals: predictions.map((p) => ({
      routeId: p.routeId,
      tripId: p.tripId,
      vehicleId: p.vehicleId,
      arrivesAt: p.arrivesAt.toISOString(),
    })),
  };
}

export function getStop(deps: ApiDeps): Handler {
  return async ({ params }) => {
    const stopId = pathId(params, "stopId");
    const repo = new StopsRepo(deps.db);
    const stop = await repo.findStop(stopId);
    if (!stop) throw new AppError("STOP_NOT_FOUND", `no stop ${stopId}`);
    const routeIds = await repo.routeIdsAtStop(stopId);
    return { status: 200, body: { ...stop, routeIds }, headers: { "cache-control": "public, max-age=60" } };
  };
}

export function getArrivals(deps: ApiDeps): Handler {
  return async ({ params, query }) => {
    const stopId = pathId(params, "stopId");
    const limit = intParam(query, "limit", { min: 1, max: 50, fallback: DEFAULT_ARRIVALS });
    await assertTargetExists(deps, { kind: "stop", stopId });
    const body = await arrivalsBody(deps, stopId, limit);
    return { status: 200, body, headers: { "cache-control": "public, max-age=5" } };
  };
}
