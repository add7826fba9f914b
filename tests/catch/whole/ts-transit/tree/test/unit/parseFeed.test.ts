import { describe, expect, it } from "vitest";
import { parsePositions } from "../../src/ingest/parseFeed.js";

const entity = (vehicle: Record<string, unknown> = {}) => ({
  id: "e1",
  vehicle: {
    vehicle: { id: "V1" },
    trip: { tripId: "T1", routeId: "R1" },
    position: { latitude: 53.5, longitude: 10, speed: 8 },
    timestamp: "1715673600",
    ...vehicle,
  },
});

const feed = (...entities: unknown[]) => ({ header: { gtfsRealtimeVersion: "2.0" }, entity: entities });

describe("parsePositions", () => {
  it("reads a vehicle", () => {
    expect(parsePositions(feed(entity()))).toEqual({
      positions: [
        {
          vehicleId: "V1",
          routeId: "R1",
          tripId: "T1",
          lat: 53.5,
          lon: 10,
          speedMps: 8,
          observedAt: new Date("2024-05-14T08:00:00Z"),
        },
      ],
      rejected: [],
    });
  });

  it("rejects one entity and keeps the others", () => {
    const parsed = parsePositions(feed(entity({ timestamp: 0 }), entity()));
    expect(parsed.positions).toHaveLength(1);
    expect(parsed.rejected).toEqual([{ id: "e1", reason: "timestamp" }]);
  });

  it("passes over entities of other kinds", () => {
    expect(parsePositions(feed({ id: "a1", alert: {} }))).toEqual({ positions: [], rejected: [] });
  });

  it("throws FEED_MALFORMED for what is no feed", () => {
    expect(() => parsePositions([])).toThrow("feed has no header");
    expect(() => parsePositions({ header: {}, entity: {} })).toThrow("feed has no list of entities");
  });
});
