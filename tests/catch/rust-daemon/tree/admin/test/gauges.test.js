import assert from "node:assert/strict";
import test from "node:test";
import { renderGauges } from "../src/widgets/gauges.js";

test("a name is escaped", () => {
  const html = renderGauges([{ gauge: "<b>", level_mm: 1, at: 0 }], 10);
  assert.ok(html.includes("&lt;b&gt;"));
});
