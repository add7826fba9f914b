import { afterEach, describe, expect, it } from "vitest";
import { buildRouter } from "../../src/http/server.js";
import { FakeBus, FakeDatabase, NOW, silentLog, testConfig } from "../helpers/fakes.js";
import { EventReader, serve, type Served } from "../helpers/http.js";

let served: Served | undefined;
afterEach(async () => served?.close());

const withStop = () =>
  new FakeDatabase().on(/FROM stops/, [{ stop_id: "S1", name: "Harbour", lat: 53.54, lon: 9.98 }]);

async function open(bus: FakeBus, path: string): Promise<Response> {
  const deps = { db: withStop(), bus, config: testConfig(), log: silentLog, now: () => NOW };
  served = await serve(buildRouter(deps));
  return fetch(served.url + path);
}

describe("GET /v1/stream", () => {
  it("sends the state on connecting and again when it changes", async () => {
    const bus = new FakeBus();
    const reader = new EventReader(await open(bus, "/v1/stream?stop=S1"));
    const state = { event: "arrivals", data: { stopId: "S1", generatedAt: NOW.toISOString(), arrivals: [] } };
    expect(await reader.next()).toEqual(state);
    bus.emit({ type: "arrivals", stopId: "S1" });
    expect(await reader.next()).toEqual(state);
    await reader.close();
  });

  it("keeps quiet about other stops", async () => {
    const bus = new FakeBus();
    const reader = new EventReader(await open(bus, "/v1/stream?stop=S1"));
    await reader.next();
    bus.emit({ type: "arrivals", stopId: "S2" });
    await expect(reader.next(100)).rejects.toThrow("no event in time");
    await reader.close();
  });

  it("wants a stop or a route", async () => {
    const response = await open(new FakeBus(), "/v1/stream");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_PARAM", details: { param: "stop" } } });
  });
});
