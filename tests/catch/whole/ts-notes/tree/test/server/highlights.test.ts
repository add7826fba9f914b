import { describe, expect, it } from "vitest";
import type { Role } from "../../src/shared/model";
import { GroupRepo } from "../../src/server/groups";
import { HighlightRepo } from "../../src/server/highlights";
import { addUser, makeApp, makeHighlight } from "../helpers";

describe("DELETE /v1/highlights/:id", () => {
  const cases: [who: string, role: Role | null, own: boolean, status: number][] = [
    ["an owner, their own", "owner", true, 204],
    ["an owner, another's", "owner", false, 204],
    ["an editor, their own", "editor", true, 204],
    ["an editor, another's", "editor", false, 403],
    ["a viewer, their own from before", "viewer", true, 403],
    ["a stranger", null, false, 404],
  ];
  it.each(cases)("group highlight: %s", async (_who, role, own, status) => {
    const { app, db } = makeApp();
    const [ada, bob] = [addUser(db, "Ada"), addUser(db, "Bob")];
    const groups = new GroupRepo(db);
    const { groupId } = groups.create("G", ada.id);
    if (role) groups.setMember(groupId, bob.id, role);
    const h = makeHighlight(own ? bob.id : ada.id, { groupId });
    new HighlightRepo(db).upsert(h);
    const res = await app.inject({ method: "DELETE", url: `/v1/highlights/${h.id}`, headers: bob.headers });
    expect(res.statusCode).toBe(status);
  });

  it("personal highlight: only its owner knows of it", async () => {
    const { app, db } = makeApp();
    const [ada, bob] = [addUser(db, "Ada"), addUser(db, "Bob")];
    const h = makeHighlight(ada.id);
    new HighlightRepo(db).upsert(h);
    const url = `/v1/highlights/${h.id}`;
    expect((await app.inject({ method: "DELETE", url, headers: bob.headers })).statusCode).toBe(404);
    expect((await app.inject({ method: "DELETE", url, headers: ada.headers })).statusCode).toBe(204);
  });
});

describe("GET", () => {
  it("lists a page whatever its fragment", async () => {
    const { app, db } = makeApp();
    const ada = addUser(db, "Ada");
    const h = makeHighlight(ada.id);
    new HighlightRepo(db).upsert(h);
    const url = `/v1/highlights?url=${encodeURIComponent(`${h.url}?utm_source=x#top`)}`;
    expect((await app.inject({ url, headers: ada.headers })).json()).toEqual({ highlights: [h] });
  });

  it("exports Markdown", async () => {
    const { app, db } = makeApp();
    const ada = addUser(db, "Ada");
    new HighlightRepo(db).upsert(makeHighlight(ada.id));
    const res = await app.inject({ url: "/v1/export", headers: ada.headers });
    expect(res.headers["content-type"]).toContain("text/markdown");
    expect(res.body).toContain("> quick brown fox");
  });
});
