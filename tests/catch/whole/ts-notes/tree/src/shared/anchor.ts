import type { Anchor } from "./model";

const CONTEXT = 32;
const SKIP = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

/** The text nodes below root, in document order, without those no reader sees. */
export function textNodes(root: Node): Text[] {
  const doc = root.ownerDocument ?? (root as Document);
  const walker = doc.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */, (node) =>
    SKIP.has(node.parentElement?.tagName ?? "") ? 2 /* FILTER_REJECT */ : 1 /* FILTER_ACCEPT */,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

function textOf(root: Node): string {
  return textNodes(root)
    .map((node) => node.data)
    .join("");
}

/** Offset of a range boundary in the text of root. */
function offsetOf(root: Node, container: Node, offset: number): number {
  const doc = root.ownerDocument ?? (root as Document);
  let total = 0;
  for (const node of textNodes(root)) {
    if (node === container) return total + offset;
    const before = doc.createRange();
    before.setStart(container, offset);
    if (before.comparePoint(node, 0) >= 0) return total;
    total += node.data.length;
  }
  return total;
}

export function describe(range: Range, root: Node): Anchor {
  const text = textOf(root);
  const start = offsetOf(root, range.startContainer, range.startOffset);
  const end = offsetOf(root, range.endContainer, range.endOffset);
  return {
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - CONTEXT), start),
    suffix: text.slice(end, end + CONTEXT),
    start,
  };
}

/** How many characters around [start, end) agree with the anchor's context. */
function agreement(anchor: Anchor, text: string, start: number, end: number): number {
  let score = 0;
  for (let i = 1; i <= anchor.prefix.length; i++) {
    if (text[start - i] !== anchor.prefix[anchor.prefix.length - i]) break;
    score++;
  }
  for (let i = 0; i < anchor.suffix.length; i++) {
    if (text[end + i] !== anchor.suffix[i]) break;
    score++;
  }
  return score;
}

/** The range the anchor means on this page, or null if the quoted text is gone. */
export function locate(anchor: Anchor, root: Node): Range | null {
  const text = textOf(root);
  let best = -1;
  let bestScore = -1;
  for (let at = text.indexOf(anchor.exact); at !== -1; at = text.indexOf(anchor.exact, at + 1)) {
    const score = agreement(anchor, text, at, at + anchor.exact.length);
    const closer = Math.abs(at - anchor.start) < Math.abs(best - anchor.start);
    if (score > bestScore || (score === bestScore && closer)) {
      best = at;
      bestScore = score;
    }
  }
  return best === -1 ? null : rangeOf(root, best, best + anchor.exact.length);
}

function rangeOf(root: Node, start: number, end: number): Range {
  const doc = root.ownerDocument ?? (root as Document);
  const range = doc.createRange();
  let total = 0;
  let open = false;
  for (const node of textNodes(root)) {
    const next = total + node.data.length;
    if (!open && start < next) {
      range.setStart(node, start - total);
      open = true;
    }
    if (open && end <= next) {
      range.setEnd(node, end - total);
      break;
    }
    total = next;
  }
  return range;
}
