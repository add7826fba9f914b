import type { Prediction, RouteStop, VehiclePosition } from "./types.js";

const EARTH_METRES = 6_371_000;
const MIN_SPEED_MPS = 1.5;
const FALLBACK_SPEED_MPS = 6;
const DWELL_SECONDS = 20;

interface Point {
  lat: number;
  lon: number;
}

export function distanceMetres(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const dLat = (b.lat - a.lat) * rad;
  const dLon = (b.lon - a.lon) * rad;
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(h));
}

/** How far along the route a point is: on the leg between two stops that makes the smallest detour. */
export function progressMetres(point: Point, stops: readonly RouteStop[]): number {
  let best = { detour: Number.POSITIVE_INFINITY, progress: 0 };
  for (let i = 0; i + 1 < stops.length; i++) {
    const from = stops[i]!;
    const to = stops[i + 1]!;
    const before = distanceMetres(from.stop, point);
    const after = distanceMetres(point, to.stop);
    const detour = before + after - distanceMetres(from.stop, to.stop);
    if (detour < best.detour) {
      const share = before + after === 0 ? 0 : before / (before + after);
      const leg = to.metresFromStart - from.metresFromStart;
      best = { detour, progress: from.metresFromStart + share * leg };
    }
  }
  return best.progress;
}

/** Arrivals at the stops that are still ahead of the vehicle, nearest first. `stops` is in order of sequence. */
export function predictArrivals(
  position: VehiclePosition,
  stops: readonly RouteStop[],
  now: Date,
): Prediction[] {
  if (stops.length < 2) return [];
  const progress = progressMetres(position, stops);
  const measured = position.speedMps ?? 0;
  const speed = measured >= MIN_SPEED_MPS ? measured : FALLBACK_SPEED_MPS;
  return stops
    .filter((stop) => stop.metresFromStart > progress)
    .map((ahead, index) => {
      const seconds = (ahead.metresFromStart - progress) / speed + index * DWELL_SECONDS;
      return {
        vehicleId: position.vehicleId,
        stopId: ahead.stop.id,
        routeId: position.routeId,
        tripId: position.tripId,
        arrivesAt: new Date(position.observedAt.getTime() + Math.round(seconds) * 1000),
        computedAt: now,
      };
    });
}
