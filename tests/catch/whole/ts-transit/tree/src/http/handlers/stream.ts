import type { Target } from "../../domain/types.js";
import type { TransitEvent } from "../../events/bus.js";
import { errorFields } from "../../log.js";
import { invalidParam, targetParam } from "../params.js";
import type { Handler } from "../router.js";
import type { ApiDeps } from "../server.js";
import { SseConnection } from "../sse.js";
import { arrivalsBody, assertTargetExists, DEFAULT_ARRIVALS } from "./stops.js";
import { vehiclesBody } from "./vehicles.js";

/** Whether an event of the bus changes what this stream shows. */
function concerns(event: TransitEvent, target: Target): boolean {
  switch (event.type) {
    case "arrivals":
      return target.kind === "stop" && target.stopId === event.stopId;
    case "positions":
      return target.kind === "route" && target.routeId === event.routeId;
  }
}

export function openStream(deps: ApiDeps): Handler {
  return async ({ req, res, query }) => {
    const target = targetParam(query);
    if (!target) throw invalidParam("stop", "or route is required");
    await assertTargetExists(deps, target);

    const sse = new SseConnection(req, res, deps.config.sseHeartbeatMs);
    const sendState = async () => {
      if (target.kind === "stop") sse.send("arrivals", await arrivalsBody(deps, target.stopId, DEFAULT_ARRIVALS));
      else sse.send("vehicles", await vehiclesBody(deps, target.routeId));
    };

    // One after the other: an older state must not overtake a newer one.
    let tail: Promise<void> = Promise.resolve();
    const enqueue = (work: () => Promise<void>) => {
      tail = tail.then(work).catch((err: unknown) => deps.log.warn("stream push failed", errorFields(err)));
    };

    // Subscribed before the first state is read, so that no change falls between the two.
    const unsubscribe = deps.bus.subscribe((event) => {
      if (concerns(event, target)) enqueue(sendState);
    });
    sse.onClose(unsubscribe);
    enqueue(sendState);
    return "streaming";
  };
}
