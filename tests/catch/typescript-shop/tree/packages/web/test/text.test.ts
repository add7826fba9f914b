import { expect, test } from "vitest";
import { pluralize, truncate } from "../src/text.js";

test("cuts at a word", () => {
  expect(truncate("a lamp for the desk", 10)).toBe("a lamp…");
});

test("one and many", () => {
  expect(pluralize(1, "Lampe", "Lampen")).toBe("1 Lampe");
});
