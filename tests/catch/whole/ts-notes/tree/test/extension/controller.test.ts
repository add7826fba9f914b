import { describe, expect, it } from "vitest";
import { ApiClient } from "../../src/extension/api";
import { Controller } from "../../src/extension/controller";
import { LocalStore } from "../../src/extension/store";
import { fakeArea, makeHighlight } from "../helpers";

const userId = "7d0f3f5e-0d3a-4a55-9c55-0a5f2f3f9b11";

function setUp(answers: Record<string, () => unknown>) {
  const calls: string[] = [];
  let broadcasts = 0;
  const store = new LocalStore(fakeArea());
  const connect = (server: string, token: string) =>
    new ApiClient(server, token, async (url, init) => {
      const call = `${init.method} ${new URL(url).pathname}`;
      calls.push(call);
      const answer = answers[call];
      if (!answer) return new Response(JSON.stringify({ error: { code: "nope", message: "No." } }), { status: 500 });
      return new Response(JSON.stringify(answer()), { status: 200 });
    });
  const controller = new Controller({
    store,
    connect,
    broadcast: async () => {
      broadcasts++;
    },
  });
  return { controller, store, calls, broadcasts: () => broadcasts };
}

const me = () => ({ user: { id: userId, name: "Ada" }, groups: [] });

describe("Controller", () => {
  it("signs in and syncs", async () => {
    const theirs = makeHighlight(userId);
    const { controller, calls, broadcasts } = setUp({
      "GET /v1/me": me,
      "POST /v1/sync": () => ({ now: 7000, highlights: [theirs] }),
    });
    const reply = await controller.handle({ type: "sign-in", server: "https://dogear.test", token: "t" });
    expect(reply).toMatchObject({ ok: true, value: { userId, count: 1, lastSync: 7000, lastError: null } });
    expect(calls).toEqual(["GET /v1/me", "POST /v1/sync"]);
    expect(broadcasts()).toBe(1);
  });

  it("shows what went wrong", async () => {
    const { controller, store } = setUp({});
    await store.signIn({ server: "https://dogear.test", token: "t", userId }, []);
    const reply = await controller.handle({ type: "sync" });
    expect(reply).toMatchObject({ ok: true, value: { lastError: "No." } });
  });

  it("refuses a highlight the server would refuse", async () => {
    const { controller, store } = setUp({});
    const reply = await controller.handle({ type: "save", highlight: makeHighlight(userId, { note: "x".repeat(8001) }) });
    expect(reply.ok).toBe(false);
    expect((await store.read()).highlights).toEqual({});
  });

  it("shares a run that is under way", async () => {
    const { controller, store, calls } = setUp({ "POST /v1/sync": () => ({ now: 1, highlights: [] }) });
    await store.signIn({ server: "https://dogear.test", token: "t", userId }, []);
    await Promise.all([controller.syncNow(), controller.syncNow()]);
    expect(calls).toEqual(["POST /v1/sync"]);
  });
});
