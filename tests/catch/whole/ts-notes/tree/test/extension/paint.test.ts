// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { clear, paint } from "../../src/extension/paint";
import { makeHighlight } from "../helpers";

const HTML = "<p>The <b>quick</b> brown fox jumps over the lazy dog.</p>";
const root = document.body;

function at(exact: string, id: string) {
  return makeHighlight("u", { id, anchor: { exact, prefix: "", suffix: "", start: 0 } });
}

function painted(id: string): string {
  return [...root.querySelectorAll(`mark[data-id="${id}"]`)].map((mark) => mark.textContent).join("");
}

beforeEach(() => {
  root.innerHTML = HTML;
});

describe("paint", () => {
  it("marks text across elements", () => {
    expect(paint([at("quick brown", "a")], root)).toEqual([]);
    expect(painted("a")).toBe("quick brown");
  });

  it("marks overlapping highlights", () => {
    paint([at("quick brown fox", "a"), at("brown fox jumps", "b")], root);
    expect(painted("a")).toBe("quick brown fox");
    expect(painted("b")).toBe("brown fox jumps");
  });

  it("returns what it could not find", () => {
    expect(paint([at("badger", "a")], root)).toEqual(["a"]);
  });

  it("can be undone", () => {
    paint([at("quick brown fox", "a"), at("brown fox jumps", "b")], root);
    clear(root);
    expect(root.innerHTML).toBe(HTML);
  });
});
