// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { describe as describeRange, locate } from "../../src/shared/anchor";

const root = document.body;

beforeEach(() => {
  root.innerHTML = "<p>The <b>quick</b> brown fox.</p><script>var fox;</script><p>A fox again.</p>";
});

function select(from: Node, start: number, to: Node, end: number): Range {
  const range = document.createRange();
  range.setStart(from, start);
  range.setEnd(to, end);
  return range;
}

describe("anchors", () => {
  it("describe a range across elements", () => {
    const bold = root.querySelector("b")!;
    const anchor = describeRange(select(bold.firstChild!, 0, bold.nextSibling!, 6), root);
    expect(anchor).toEqual({ exact: "quick brown", prefix: "The ", suffix: " fox.A fox again.", start: 4 });
  });

  it("find the occurrence with the right context", () => {
    const second = root.querySelectorAll("p")[1].firstChild!;
    const anchor = describeRange(select(second, 2, second, 5), root);
    const found = locate(anchor, root)!;
    expect(found.toString()).toBe("fox");
    expect(found.startContainer).toBe(second);
  });

  it("survive text that was added before them", () => {
    const second = root.querySelectorAll("p")[1].firstChild!;
    const anchor = describeRange(select(second, 2, second, 5), root);
    root.insertAdjacentHTML("afterbegin", "<p>Breaking: foxes everywhere.</p>");
    expect(locate(anchor, root)!.startContainer).toBe(second);
  });

  it("are null when the text is gone", () => {
    expect(locate({ exact: "badger", prefix: "", suffix: "", start: 0 }, root)).toBeNull();
  });
});
