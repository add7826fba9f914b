import { describe, expect, it } from "vitest";
import { parseHash, toHash, type Route } from "../../src/ui/router";

describe("router", () => {
  it.each<[string, Route]>([
    ["", { name: "menu" }],
    ["#/", { name: "menu" }],
    ["#/play/01-puddle", { name: "play", levelId: "01-puddle" }],
    ["#/scores/01-puddle", { name: "scores", levelId: "01-puddle" }],
    ["#/play", { name: "menu" }],
    ["#/play/01-puddle/extra", { name: "menu" }],
    ["#/play/%E0%A4%A", { name: "menu" }],
  ])("parses %s", (hash, route) => {
    expect(parseHash(hash)).toEqual(route);
  });

  it("writes what it parses", () => {
    const route: Route = { name: "play", levelId: "a b/c" };
    expect(parseHash(toHash(route))).toEqual(route);
  });
});
