import { expect, it } from "vitest";
import { toMarkdown } from "../../src/shared/export";
import { makeHighlight } from "../helpers";

it("groups by page and keeps the order of the text", () => {
  const anchor = { exact: "first", prefix: "", suffix: "", start: 1 };
  const markdown = toMarkdown([
    makeHighlight("u", { url: "https://b.example/" }),
    makeHighlight("u", { url: "https://a.example/", anchor: { ...anchor, exact: "second", start: 9 } }),
    makeHighlight("u", { url: "https://a.example/", anchor, note: "so true" }),
  ]);
  expect(markdown).toBe(
    "## <https://a.example/>\n\n> first\n\nso true\n\n> second\n\n## <https://b.example/>\n\n> quick brown fox\n",
  );
});
