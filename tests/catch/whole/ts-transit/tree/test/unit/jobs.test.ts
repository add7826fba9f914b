import { describe, expect, it } from "vitest";
import { ingestJob, pruneJob, type JobDeps } from "../../src/worker/jobs.js";
import { FakeDatabase, FakeFeed, NOW, silentLog, testConfig } from "../helpers/fakes.js";

const signal = new AbortController().signal;

function deps(db: FakeDatabase, document: unknown): JobDeps {
  const config = testConfig();
  return { db, feed: new FakeFeed({ [config.positionsFeedUrl]: document }), config, log: silentLog, now: () => NOW };
}

const vehicle = (id: string) => ({
  id,
  vehicle: {
    vehicle: { id },
    trip: { tripId: "T1", routeId: "R1" },
    position: { latitude: 53.5, longitude: 10 },
    timestamp: 1715673600,
  },
});

describe("ingestJob", () => {
  it("announces each route once", async () => {
    const db = new FakeDatabase().on(/INSERT INTO vehicle_positions/, [{ vehicle_id: "any" }]);
    await ingestJob(deps(db, { header: {}, entity: [vehicle("V1"), vehicle("V2")] })).run(signal);
    expect(db.published()).toEqual([{ type: "positions", routeId: "R1" }]);
  });

  it("announces nothing when every position is old", async () => {
    const db = new FakeDatabase();
    await ingestJob(deps(db, { header: {}, entity: [vehicle("V1")] })).run(signal);
    expect(db.published()).toEqual([]);
  });
});

describe("pruneJob", () => {
  it("deletes what is older than the retention", async () => {
    const db = new FakeDatabase();
    await pruneJob(deps(db, {})).run(signal);
    const cutoff = new Date("2024-05-14T02:00:00Z");
    expect(db.statements.map(({ params }) => params)).toEqual([[cutoff], [cutoff]]);
  });
});
