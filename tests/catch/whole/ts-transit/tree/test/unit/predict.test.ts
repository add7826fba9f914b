import { describe, expect, it } from "vitest";
import { predictArrivals, progressMetres } from "../../src/domain/predict.js";
import type { RouteStop, VehiclePosition } from "../../src/domain/types.js";
import { NOW } from "../helpers/fakes.js";

const stop = (id: string, sequence: number, lat: number, metresFromStart: number): RouteStop => ({
  stop: { id, name: id, lat, lon: 10 },
  sequence,
  metresFromStart,
});

const STOPS = [stop("A", 1, 53.5, 0), stop("B", 2, 53.51, 1000), stop("C", 3, 53.52, 2000)];

const at = (lat: number, speedMps: number | null): VehiclePosition => ({
  vehicleId: "V1",
  routeId: "R1",
  tripId: "T1",
  lat,
  lon: 10,
  speedMps,
  observedAt: NOW,
});

describe("progressMetres", () => {
  it("lies between the two stops of the leg", () => {
    expect(progressMetres({ lat: 53.515, lon: 10 }, STOPS)).toBeCloseTo(1500, 0);
  });
});

describe("predictArrivals", () => {
  it("leaves out the stops behind", () => {
    expect(predictArrivals(at(53.515, 10), STOPS, NOW).map((p) => p.stopId)).toEqual(["C"]);
  });

  it("adds a dwell for each stop between", () => {
    const seconds = predictArrivals(at(53.505, 10), STOPS, NOW).map((p) => (p.arrivesAt.getTime() - NOW.getTime()) / 1000);
    expect(seconds).toEqual([50, 170]);
  });

  it("falls back to a usual speed for a vehicle that stands", () => {
    const [next] = predictArrivals(at(53.515, null), STOPS, NOW);
    expect((next!.arrivesAt.getTime() - NOW.getTime()) / 1000).toBe(83);
  });
});
