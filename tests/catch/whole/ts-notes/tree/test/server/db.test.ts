import { expect, it } from "vitest";
import { migrate, openDb } from "../../src/server/db";

it("runs each migration once", () => {
  const db = openDb(":memory:");
  migrate(db, "migrations", 1);
  expect(db.pragma("user_version", { simple: true })).toBe(1);
  migrate(db, "migrations", 2);
  migrate(db, "migrations", 2);
  expect(db.pragma("user_version", { simple: true })).toBe(2);
});
