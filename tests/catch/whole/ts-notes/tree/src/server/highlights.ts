import type { Color, Highlight } from "../shared/model";
import type { Db } from "./db";

interface Row {
  id: string;
  owner_id: string;
  group_id: string | null;
  url: string;
  anchor: string;
  color: Color;
  note: string;
  created_at: number;
  updated_at: number;
}

function fromRow(row: Row): Highlight {
  return {
    id: row.id,
    ownerId: row.owner_id,
    groupId: row.group_id,
    url: row.url,
    anchor: JSON.parse(row.anchor) as Highlight["anchor"],
    color: row.color,
    note: row.note,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const VISIBLE = `(
  (group_id IS NULL AND owner_id = @userId)
  OR group_id IN (SELECT group_id FROM members WHERE user_id = @userId)
)`;

export class HighlightRepo {
  constructor(private readonly db: Db) {}

  get(id: string): Highlight | null {
    const row = this.db.prepare<[string], Row>("SELECT * FROM highlights WHERE id = ?").get(id);
    return row ? fromRow(row) : null;
  }

  /** Inserts, or updates colour and note if `h` is newer. False: what is stored was as new. */
  upsert(h: Highlight): boolean {
    const { changes } = this.db
      .prepare(
        `INSERT INTO highlights (id, owner_id, group_id, url, anchor, color, note, created_at, updated_at)
         VALUES (@id, @ownerId, @groupId, @url, @anchor, @color, @note, @createdAt, @updatedAt)
         ON CONFLICT (id) DO UPDATE
           SET color = excluded.color, note = excluded.note, updated_at = excluded.updated_at
           WHERE excluded.updated_at > highlights.updated_at`,
      )
      .run({ ...h, anchor: JSON.stringify(h.anchor) });
    return changes > 0;
  }

  remove(id: string): void {
    this.db.prepare("DELETE FROM highlights WHERE id = ?").run(id);
  }

  /** Everything the user may read, of one page if a url is given. */
  listVisible(userId: string, url: string | null = null): Highlight[] {
    return this.db
      .prepare<[{ userId: string; url: string | null }], Row>(
        `SELECT * FROM highlights WHERE ${VISIBLE} AND (@url IS NULL OR url = @url) ORDER BY created_at, id`,
      )
      .all({ userId, url })
      .map(fromRow);
  }

  changedSince(userId: string, since: number): Highlight[] {
    return this.db
      .prepare<[{ userId: string; since: number }], Row>(
        `SELECT * FROM highlights WHERE ${VISIBLE} AND updated_at > @since ORDER BY updated_at, id`,
      )
      .all({ userId, since })
      .map(fromRow);
  }
}
