import { describe, expect, it } from "vitest";
import { LocalStore } from "../../src/extension/store";
import { fakeArea, makeHighlight } from "../helpers";

const session = { server: "https://dogear.test", token: "t", userId: "u" };

describe("LocalStore", () => {
  it("loses nothing when writes overlap", async () => {
    const store = new LocalStore(fakeArea());
    await Promise.all(Array.from({ length: 20 }, () => store.put(makeHighlight("u"))));
    expect(Object.keys((await store.read()).highlights)).toHaveLength(20);
  });

  it("stamps what it stores", async () => {
    const store = new LocalStore(fakeArea(), () => 5000);
    expect((await store.put(makeHighlight("u"))).updatedAt).toBe(5000);
  });

  it("lists a page", async () => {
    const store = new LocalStore(fakeArea());
    const here = await store.put(makeHighlight("u"));
    await store.put(makeHighlight("u", { url: "https://example.org/other" }));
    expect(await store.forPage(here.url)).toEqual([here]);
  });

  it("keeps the newer copy when merging", async () => {
    const store = new LocalStore(fakeArea(), () => 5000);
    const mine = await store.put(makeHighlight("u", { note: "mine" }));
    await store.merge([{ ...mine, note: "older", updatedAt: 4000 }], 1);
    expect((await store.read()).highlights[mine.id].note).toBe("mine");
    await store.merge([{ ...mine, note: "newer", updatedAt: 6000 }], 2);
    expect((await store.read()).highlights[mine.id].note).toBe("newer");
  });

  it("starts afresh for another user", async () => {
    const store = new LocalStore(fakeArea());
    await store.put(makeHighlight("u"));
    await store.signIn(session, []);
    expect(await store.read()).toMatchObject({ session, highlights: {}, lastSync: 0 });
  });
});
