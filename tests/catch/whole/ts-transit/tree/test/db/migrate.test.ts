import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateDown, migrateUp } from "../../src/db/migrate.js";
import { openTestDb, type TestDb } from "../helpers/testDb.js";

const ALL = ["0001_network", "0002_predictions"];

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb({ migrated: false });
});
afterEach(async () => test.close());

async function tables(): Promise<string[]> {
  const rows = await test.db.query<{ table_name: string }>(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name",
  );
  return rows.map((row) => row.table_name);
}

describe("migrations", () => {
  it("apply once", async () => {
    expect(await migrateUp(test.db, "migrations")).toEqual(ALL);
    expect(await migrateUp(test.db, "migrations")).toEqual([]);
    expect(await tables()).toEqual([
      "predictions",
      "route_stops",
      "routes",
      "schema_migrations",
      "stops",
      "vehicle_positions",
    ]);
  });

  it("can be taken back one by one", async () => {
    await migrateUp(test.db, "migrations");
    expect(await migrateDown(test.db, "migrations")).toEqual([ALL.at(-1)]);
    expect(await migrateDown(test.db, "migrations", ALL.length)).toEqual(ALL.slice(0, -1).reverse());
    expect(await tables()).toEqual(["schema_migrations"]);
  });
});
