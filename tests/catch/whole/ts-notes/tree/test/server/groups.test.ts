import { describe, expect, it } from "vitest";
import { addUser, makeApp, type TestUser } from "../helpers";

async function setUp() {
  const { app, db } = makeApp();
  const [ada, bob, eve] = ["Ada", "Bob", "Eve"].map((name) => addUser(db, name));
  const res = await app.inject({ method: "POST", url: "/v1/groups", headers: ada.headers, payload: { name: "Readers" } });
  const { groupId } = res.json();
  const put = (by: TestUser, who: TestUser, role: string) =>
    app.inject({ method: "PUT", url: `/v1/groups/${groupId}/members/${who.id}`, headers: by.headers, payload: { role } });
  const del = (by: TestUser, who: TestUser) =>
    app.inject({ method: "DELETE", url: `/v1/groups/${groupId}/members/${who.id}`, headers: by.headers });
  return { app, groupId, ada, bob, eve, put, del };
}

describe("groups", () => {
  it("belong to whoever makes them", async () => {
    const { app, ada, groupId } = await setUp();
    const me = (await app.inject({ url: "/v1/me", headers: ada.headers })).json();
    expect(me).toEqual({ user: { id: ada.id, name: "Ada" }, groups: [{ groupId, name: "Readers", role: "owner" }] });
  });

  it("are managed by the owner alone", async () => {
    const { ada, bob, eve, put, del } = await setUp();
    expect((await put(bob, bob, "owner")).statusCode).toBe(404);
    expect((await put(ada, bob, "editor")).statusCode).toBe(204);
    expect((await put(bob, eve, "viewer")).statusCode).toBe(403);
    expect((await put(ada, eve, "viewer")).statusCode).toBe(204);
    expect((await del(bob, eve)).statusCode).toBe(403);
    expect((await del(ada, eve)).statusCode).toBe(204);
  });

  it("can be left, but not by the owner", async () => {
    const { ada, bob, put, del } = await setUp();
    await put(ada, bob, "viewer");
    expect((await del(bob, bob)).statusCode).toBe(204);
    expect((await del(ada, ada)).statusCode).toBe(409);
  });
});
