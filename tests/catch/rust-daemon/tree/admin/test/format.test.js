import assert from "node:assert/strict";
import test from "node:test";
import { formatAge, formatLevel } from "../src/format.js";

test("levels are metres with two digits", () => {
  assert.equal(formatLevel(2450), "2.45 m");
});

test("an age below a minute is just now", () => {
  assert.equal(formatAge(100, 130), "just now");
});
