import { locate, textNodes } from "../shared/anchor";
import type { Highlight } from "../shared/model";

const SELECTOR = "mark.dogear";

/** Puts back the page as it was. */
export function clear(root: HTMLElement): void {
  for (const mark of root.querySelectorAll(SELECTOR)) {
    mark.replaceWith(...mark.childNodes);
  }
  root.normalize();
}

/** Paints the highlights over what was painted before. Returns the ids whose text is not on the page. */
export function paint(highlights: Highlight[], root: HTMLElement): string[] {
  clear(root);
  const missing: string[] = [];
  for (const h of highlights) {
    const range = locate(h.anchor, root);
    if (range) wrap(range, root, h);
    else missing.push(h.id);
  }
  return missing;
}

function wrap(range: Range, root: HTMLElement, h: Highlight): void {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  for (let node of textNodes(root)) {
    if (!range.intersectsNode(node)) continue;
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.data.length;
    if (from >= to) continue;
    if (to < node.data.length) node.splitText(to);
    if (from > 0) node = node.splitText(from);
    node.parentNode?.insertBefore(makeMark(root.ownerDocument, h), node).append(node);
  }
}

function makeMark(doc: Document, h: Highlight): HTMLElement {
  const mark = doc.createElement("mark");
  mark.className = "dogear";
  mark.dataset.id = h.id;
  mark.dataset.color = h.color;
  if (h.note) mark.title = h.note;
  return mark;
}
