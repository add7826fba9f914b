import { describe, expect, it } from "vitest";
import { parseEvent, publishEvent } from "../../src/events/bus.js";
import { FakeDatabase } from "../helpers/fakes.js";

describe("parseEvent", () => {
  it.each([
    [{ type: "positions", routeId: "R1" }],
    [{ type: "arrivals", stopId: "S1" }],
  ])("reads %j", (event) => {
    expect(parseEvent(JSON.stringify(event))).toEqual(event);
  });

  it.each(["", "null", "{", '{"type":"positions"}', '{"type":"from-the-future"}'])("passes over %j", (payload) => {
    expect(parseEvent(payload)).toBeUndefined();
  });
});

describe("publishEvent", () => {
  it("notifies within the caller's transaction", async () => {
    const db = new FakeDatabase();
    await db.tx((q) => publishEvent(q, { type: "arrivals", stopId: "S1" }));
    expect(db.published()).toEqual([{ type: "arrivals", stopId: "S1" }]);
  });
});
