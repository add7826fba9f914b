export type Color = "yellow" | "green" | "blue" | "pink";

/** Where a highlight sits in the text of a page. Offsets count UTF-16 units of the visible text. */
export interface Anchor {
  exact: string;
  prefix: string;
  suffix: string;
  /** Offset at the time of highlighting; only a hint, pages change. */
  start: number;
}

export interface Highlight {
  id: string;
  ownerId: string;
  /** null: personal. Fixed when the highlight is made. */
  groupId: string | null;
  url: string;
  anchor: Anchor;
  color: Color;
  note: string;
  createdAt: number;
  updatedAt: number;
}

export type Role = "owner" | "editor" | "viewer";

export interface Membership {
  groupId: string;
  name: string;
  role: Role;
}

/** Same page, same string: no fragment, no tracking parameters. */
export function canonicalUrl(raw: string): string {
  const url = new URL(raw);
  url.hash = "";
  for (const key of [...url.searchParams.keys()]) {
    if (/^(utm_|fbclid$|gclid$)/.test(key)) url.searchParams.delete(key);
  }
  return url.toString();
}
