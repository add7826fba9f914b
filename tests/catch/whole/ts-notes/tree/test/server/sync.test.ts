import { describe, expect, it } from "vitest";
import type { Highlight } from "../../src/shared/model";
import { addUser, makeApp, makeHighlight, type TestUser } from "../helpers";

function setUp() {
  const { app, db } = makeApp();
  const sync = async (user: TestUser, since: number, highlights: Highlight[]) => {
    const res = await app.inject({ method: "POST", url: "/v1/sync", headers: user.headers, payload: { since, highlights } });
    expect(res.statusCode).toBe(200);
    return res.json().highlights as Highlight[];
  };
  return { app, db, sync };
}

describe("POST /v1/sync", () => {
  it("hands a highlight to the user's other device", async () => {
    const { db, sync } = setUp();
    const ada = addUser(db, "Ada");
    const h = makeHighlight(ada.id);
    await sync(ada, 0, [h]);
    expect(await sync(ada, 0, [])).toEqual([h]);
    expect(await sync(ada, 1000, [])).toEqual([]);
  });

  it("keeps the newer edit", async () => {
    const { db, sync } = setUp();
    const ada = addUser(db, "Ada");
    const h = makeHighlight(ada.id, { note: "new", updatedAt: 2000 });
    await sync(ada, 0, [h]);
    expect(await sync(ada, 0, [{ ...h, note: "old", updatedAt: 1500 }])).toEqual([h]);
  });

  it("passes over what the user may not write", async () => {
    const { app, db, sync } = setUp();
    const [ada, bob] = [addUser(db, "Ada"), addUser(db, "Bob")];
    const group = (await app.inject({ method: "POST", url: "/v1/groups", headers: ada.headers, payload: { name: "G" } })).json();
    await app.inject({
      method: "PUT",
      url: `/v1/groups/${group.groupId}/members/${bob.id}`,
      headers: ada.headers,
      payload: { role: "viewer" },
    });
    const h = makeHighlight(ada.id, { groupId: group.groupId });
    await sync(ada, 0, [h]);
    await sync(bob, 0, [{ ...h, note: "bob was here", updatedAt: 9000 }, makeHighlight(bob.id, { groupId: group.groupId })]);
    expect(await sync(bob, 0, [])).toEqual([h]);
  });

  it("wants a token", async () => {
    const { app } = setUp();
    const res = await app.inject({ method: "POST", url: "/v1/sync", payload: { since: 0, highlights: [] } });
    expect(res.statusCode).toBe(401);
    expect(res.json().error.code).toBe("unauthorized");
  });
});
