import { createServer, type Server } from "node:http";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import type { EventBus } from "../events/bus.js";
import type { Logger } from "../log.js";
import { getArrivals, getStop } from "./handlers/stops.js";
import { openStream } from "./handlers/stream.js";
import { listVehicles } from "./handlers/vehicles.js";
import { Router, type Handler } from "./router.js";

export interface ApiDeps {
  db: Database;
  bus: EventBus;
  config: Config;
  log: Logger;
  now(): Date;
}

function health(deps: ApiDeps): Handler {
  return async () => {
    await deps.db.query("SELECT 1");
    return { status: 200, body: { ok: true }, headers: { "cache-control": "no-store" } };
  };
}

export function buildRouter(deps: ApiDeps): Router {
  return new Router(deps.log)
    .get("/healthz", health(deps))
    .get("/v1/stops/:stopId", getStop(deps))
    .get("/v1/stops/:stopId/arrivals", getArrivals(deps))
    .get("/v1/vehicles", listVehicles(deps))
    .get("/v1/stream", openStream(deps));
}

export function createApiServer(deps: ApiDeps): Server {
  const router = buildRouter(deps);
  return createServer((req, res) => void router.handle(req, res));
}
