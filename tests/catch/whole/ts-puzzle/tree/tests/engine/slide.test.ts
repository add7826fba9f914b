import { describe, expect, it } from "vitest";
import { initialState, parseGrid } from "../../src/engine/grid";
import { slide } from "../../src/engine/slide";
import type { Dir, GameState, Level } from "../../src/engine/types";

function run(rows: string[], dirs: string): GameState {
  const level: Level = { id: "test", title: "Test", par: 1, rows };
  const grid = parseGrid(level);
  return [...dirs].reduce((state, dir) => slide(grid, state, dir as Dir).state, initialState(grid));
}

describe("slide", () => {
  it("stops before a rock and at the edge", () => {
    expect(run(["@..#.G"], "R").otter).toEqual({ x: 2, y: 0 });
    expect(run(["..@#.G"], "L").otter).toEqual({ x: 0, y: 0 });
  });

  it("stops on snow", () => {
    expect(run(["@.*..G"], "R").otter).toEqual({ x: 2, y: 0 });
  });

  it("wins in the burrow only after the last fish", () => {
    expect(run(["f@.G."], "R")).toMatchObject({ status: "playing", otter: { x: 4, y: 0 } });
    expect(run(["f@.G."], "LR").status).toBe("won");
  });

  it("sinks in a hole", () => {
    expect(run(["@.O.G"], "R")).toMatchObject({ status: "sunk", otter: { x: 2, y: 0 } });
  });

  it("crosses a crack once", () => {
    expect(run(["@x.#G"], "R")).toMatchObject({ status: "playing", broken: [1] });
    expect(run(["@x.#G"], "RL").status).toBe("sunk");
  });

  it("returns the same state when the otter cannot move", () => {
    const grid = parseGrid({ id: "t", title: "T", par: 1, rows: ["@#G"] });
    const state = initialState(grid);
    expect(slide(grid, state, "R")).toEqual({ state, path: [{ x: 0, y: 0 }] });
  });
});
