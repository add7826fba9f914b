import type { FastifyInstance, InjectOptions } from "fastify";
import { openDatabase, type Db } from "../src/db";
import { HouseholdRepo } from "../src/repo/households";
import { buildServer } from "../src/server";

export interface TestWorld {
  app: FastifyInstance;
  db: Db;
  householdId: string;
  ana: { id: string; token: string };
  ben: { id: string; token: string };
  /** Lives in another household. */
  stranger: { id: string; token: string };
}

/** A server on an empty database in memory, two flatmates and a stranger. */
export async function makeWorld(): Promise<TestWorld> {
  const db = openDatabase(":memory:");
  const households = new HouseholdRepo(db);
  const householdId = households.create("Elbe 12", "EUR");
  const elsewhere = households.create("Main 3", "EUR");
  const app = buildServer({ db, now: () => new Date("2024-06-01T12:00:00Z") });
  await app.ready();
  return {
    app,
    db,
    householdId,
    ana: households.addFlatmate(householdId, "Ana", "#7c5cff"),
    ben: households.addFlatmate(householdId, "Ben", "#18a36b"),
    stranger: households.addFlatmate(elsewhere, "Zoe", "#222222"),
  };
}

/** app.inject with a session. */
export function as(world: TestWorld, token: string, options: InjectOptions) {
  return world.app.inject({
    ...options,
    headers: { ...options.headers, authorization: `Bearer ${token}` },
  });
}
