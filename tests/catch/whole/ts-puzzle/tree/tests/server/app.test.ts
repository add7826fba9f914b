import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../server/app";
import { openDb, type Db } from "../../server/db";

let db: Db;
let server: Server;
let base: string;

beforeEach(async () => {
  db = openDb(":memory:");
  server = createApp(db);
  await new Promise<void>((done) => server.listen(0, done));
  base = `http://localhost:${(server.address() as AddressInfo).port}/api/scores`;
});

afterEach(async () => {
  await new Promise((done) => server.close(done));
  db.close();
});

function post(body: unknown): Promise<Response> {
  return fetch(base, { method: "POST", body: JSON.stringify(body) });
}

const score = { levelId: "01-puddle", player: "Jule", moves: 6, ms: 4200 };

describe("/api/scores", () => {
  it("stores a score and lists fewer moves first", async () => {
    expect((await post(score)).status).toBe(201);
    expect((await post({ ...score, player: "Bram", moves: 5 })).status).toBe(201);
    const answer = await (await fetch(`${base}?level=01-puddle`)).json();
    expect(answer.scores.map((row: { player: string }) => row.player)).toEqual(["Bram", "Jule"]);
  });

  it.each([
    ["an unknown level", { ...score, levelId: "99-nope" }],
    ["no name", { ...score, player: "  " }],
    ["fewer moves than par", { ...score, moves: 3 }],
    ["half a move", { ...score, moves: 6.5 }],
  ])("refuses %s", async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("refuses a long body", async () => {
    expect((await post({ ...score, player: "x".repeat(3000) })).status).toBe(413);
  });
});
