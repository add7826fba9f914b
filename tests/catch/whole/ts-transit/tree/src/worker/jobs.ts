import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import { PredictionsRepo } from "../db/predictionsRepo.js";
import { StopsRepo } from "../db/stopsRepo.js";
import { VehiclesRepo } from "../db/vehiclesRepo.js";
import { predictArrivals } from "../domain/predict.js";
import type { RouteStop } from "../domain/types.js";
import { publishEvent } from "../events/bus.js";
import type { FeedClient } from "../ingest/feedClient.js";
import { parsePositions } from "../ingest/parseFeed.js";
import type { Logger } from "../log.js";
import type { Job } from "./scheduler.js";

export interface JobDeps {
  db: Database;
  feed: FeedClient;
  config: Config;
  log: Logger;
  now(): Date;
}

const PRUNE_INTERVAL_MS = 10 * 60_000;
const PREDICT_WINDOW_MS = 5 * 60_000;

export function ingestJob(deps: JobDeps): Job {
  return {
    name: "ingest",
    intervalMs: deps.config.ingestIntervalMs,
    async run(signal) {
      const json = await deps.feed.fetchJson(deps.config.positionsFeedUrl, signal);
      const { positions, rejected } = parsePositions(json);
      if (rejected.length > 0) {
        deps.log.warn("entities rejected", { job: "ingest", count: rejected.length, first: rejected[0] });
      }
      await deps.db.tx(async (q) => {
        const repo = new VehiclesRepo(q);
        const routeIds = new Set<string>();
        for (const position of positions) {
          if (await repo.upsert(position)) routeIds.add(position.routeId);
        }
        for (const routeId of routeIds) await publishEvent(q, { type: "positions", routeId });
      });
    },
  };
}

export function predictJob(deps: JobDeps): Job {
  return {
    name: "predict",
    intervalMs: deps.config.predictIntervalMs,
    async run(signal) {
      const now = deps.now();
      const stops = new StopsRepo(deps.db);
      const positions = await new VehiclesRepo(deps.db).seenSince(new Date(now.getTime() - PREDICT_WINDOW_MS));
      const byRoute = new Map<string, RouteStop[]>();
      for (const position of positions) {
        if (signal.aborted) return;
        const onRoute = byRoute.get(position.routeId) ?? (await stops.stopsOnRoute(position.routeId));
        byRoute.set(position.routeId, onRoute);
        const predictions = predictArrivals(position, onRoute, now);
        await deps.db.tx(async (q) => {
          await new PredictionsRepo(q).replaceForVehicle(position.vehicleId, predictions);
          for (const stopId of new Set(predictions.map((p) => p.stopId))) {
            await publishEvent(q, { type: "arrivals", stopId });
          }
        });
      }
    },
  };
}

export function pruneJob(deps: JobDeps): Job {
  return {
    name: "prune",
    intervalMs: PRUNE_INTERVAL_MS,
    async run() {
      const cutoff = new Date(deps.now().getTime() - deps.config.positionRetentionHours * 3_600_000);
      const positions = await new VehiclesRepo(deps.db).deleteBefore(cutoff);
      const predictions = await new PredictionsRepo(deps.db).deleteBefore(cutoff);
      if (positions + predictions > 0) deps.log.info("pruned", { positions, predictions });
    },
  };
}
