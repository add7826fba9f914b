import type { Highlight } from "./model";

function quote(text: string): string {
  return text
    .trim()
    .split(/\n+/)
    .map((line) => `> ${line.trim()}`)
    .join("\n");
}

/** One section per page, highlights in the order of the text. */
export function toMarkdown(highlights: Highlight[]): string {
  const pages = new Map<string, Highlight[]>();
  for (const h of highlights) {
    const page = pages.get(h.url) ?? [];
    page.push(h);
    pages.set(h.url, page);
  }
  return [...pages]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([url, page]) => {
      const blocks = page
        .sort((a, b) => a.anchor.start - b.anchor.start)
        .map((h) => (h.note ? `${quote(h.anchor.exact)}\n\n${h.note}` : quote(h.anchor.exact)));
      return `## <${url}>\n\n${blocks.join("\n\n")}\n`;
    })
    .join("\n");
}
