import { beforeEach, describe, expect, it } from "vitest";
import { as, makeWorld, type TestWorld } from "./helpers";

let world: TestWorld;
let url: string;

beforeEach(async () => {
  world = await makeWorld();
  url = `/households/${world.householdId}/expenses`;
});

const groceries = () => ({
  title: "Groceries",
  amount: 1001,
  paidBy: world.ana.id,
  participants: [world.ana.id, world.ben.id],
  spentOn: "2024-05-31",
});

describe("expenses", () => {
  it("creates and lists", async () => {
    const created = await as(world, world.ana.token, { method: "POST", url, payload: groceries() });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ ...groceries(), createdAt: "2024-06-01T12:00:00.000Z" });

    const listed = await as(world, world.ben.token, { method: "GET", url });
    expect(listed.json()).toEqual([created.json()]);
  });

  it("answers 422 with the problems", async () => {
    const payload = { ...groceries(), title: " ", amount: 0 };
    const answer = await as(world, world.ana.token, { method: "POST", url, payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      error: "invalid",
      problems: [
        { field: "title", code: "title_missing" },
        { field: "amount", code: "amount_not_positive" },
      ],
    });
  });

  it("answers 400 to another shape", async () => {
    const answer = await as(world, world.ana.token, { method: "POST", url, payload: { title: "x" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe("malformed");
  });

  it("keeps strangers out", async () => {
    expect((await world.app.inject({ method: "GET", url })).statusCode).toBe(401);
    expect((await as(world, world.stranger.token, { method: "GET", url })).statusCode).toBe(403);
  });

  it("deletes, and the balances follow", async () => {
    const created = await as(world, world.ana.token, { method: "POST", url, payload: groceries() });
    const balances = { method: "GET" as const, url: `/households/${world.householdId}/balances` };
    const before = await as(world, world.ana.token, balances);
    expect(before.json().transfers).toEqual([
      { from: world.ben.id, to: world.ana.id, amount: 500 },
    ]);

    const gone = await as(world, world.ana.token, { method: "DELETE", url: `${url}/${created.json().id}` });
    expect(gone.statusCode).toBe(204);
    const after = await as(world, world.ana.token, balances);
    expect(after.json().transfers).toEqual([]);
  });
});
