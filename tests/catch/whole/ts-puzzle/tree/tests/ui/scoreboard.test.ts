// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { LEVELS } from "../../src/levels";
import { renderScoreboard } from "../../src/ui/scoreboard";

const level = LEVELS[0]!;
let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
});

describe("renderScoreboard", () => {
  it("says so when there is nobody", () => {
    renderScoreboard(root, level, []);
    expect(root.textContent).toContain("Be the first otter");
    expect(root.querySelector("table")).toBeNull();
  });

  it("shows a line for each score, with rank, time and stars", () => {
    renderScoreboard(root, level, [
      { player: "<b>Jule</b>", moves: level.par, ms: 83_450 },
      { player: "Bram", moves: level.par + 9, ms: 900 },
    ]);
    const lines = [...root.querySelectorAll("tr")].slice(1);
    expect(lines.map((line) => [...line.cells].map((cell) => cell.textContent))).toEqual([
      ["1", "<b>Jule</b>", "4", "1:23.4", "★★★"],
      ["2", "Bram", "13", "0:00.9", "★"],
    ]);
  });
});
