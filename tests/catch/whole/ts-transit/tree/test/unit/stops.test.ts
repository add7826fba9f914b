import { afterEach, describe, expect, it } from "vitest";
import { buildRouter } from "../../src/http/server.js";
import { FakeBus, FakeDatabase, NOW, silentLog, testConfig } from "../helpers/fakes.js";
import { serve, type Served } from "../helpers/http.js";

let served: Served | undefined;
afterEach(async () => served?.close());

async function get(db: FakeDatabase, path: string): Promise<Response> {
  const deps = { db, bus: new FakeBus(), config: testConfig(), log: silentLog, now: () => NOW };
  served = await serve(buildRouter(deps));
  return fetch(served.url + path);
}

const withStop = () =>
  new FakeDatabase().on(/FROM stops/, [{ stop_id: "S1", name: "Harbour", lat: 53.54, lon: 9.98 }]);

describe("GET /v1/stops/:stopId", () => {
  it("answers with the stop and its routes", async () => {
    const response = await get(withStop().on(/FROM route_stops/, [{ route_id: "R1" }]), "/v1/stops/S1");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: "S1", name: "Harbour", lat: 53.54, lon: 9.98, routeIds: ["R1"] });
  });

  it("answers STOP_NOT_FOUND", async () => {
    const response = await get(new FakeDatabase(), "/v1/stops/S9");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "STOP_NOT_FOUND" } });
  });
});

describe("GET /v1/stops/:stopId/arrivals", () => {
  it("answers with the next arrivals", async () => {
    const arrivesAt = new Date("2024-05-14T08:04:00Z");
    const row = { vehicle_id: "V1", stop_id: "S1", route_id: "R1", trip_id: "T1", arrives_at: arrivesAt, computed_at: NOW };
    const response = await get(withStop().on(/FROM predictions/, [row]), "/v1/stops/S1/arrivals");
    expect(response.headers.get("cache-control")).toBe("public, max-age=5");
    expect(await response.json()).toEqual({
      stopId: "S1",
      generatedAt: NOW.toISOString(),
      arrivals: [{ routeId: "R1", tripId: "T1", vehicleId: "V1", arrivesAt: arrivesAt.toISOString() }],
    });
  });

  it("refuses a limit out of range", async () => {
    const response = await get(withStop(), "/v1/stops/S1/arrivals?limit=0");
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_PARAM", details: { param: "limit" } } });
  });
});
