import Database from "better-sqlite3";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export type Db = Database.Database;

const MIGRATIONS_DIR = fileURLToPath(new URL("../migrations/", import.meta.url));

export interface MigrateOptions {
  /** Stop after this migration. Only tests need it. */
  upTo?: number;
}

/** Opens the database, turns foreign keys on and brings the tables up to date. */
export function openDatabase(path: string, options: MigrateOptions = {}): Db {
  if (path !== ":memory:") {
    mkdirSync(dirname(path), { recursive: true });
  }
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("foreign_keys = ON");
  migrate(db, options);
  return db;
}

/**
 * Runs the files of migrations/ that this database has not seen, by the number in front.
 * `user_version` is the number of the last one. Each file is one transaction.
 */
export function migrate(db: Db, options: MigrateOptions = {}): void {
  const upTo = options.upTo ?? Number.POSITIVE_INFINITY;
  const files = readdirSync(MIGRATIONS_DIR).filter((f) => /^\d{3}_\w+\.sql$/.test(f)).sort();
  for (const file of files) {
    const number = Number(file.slice(0, 3));
    const current = db.pragma("user_version", { simple: true }) as number;
    if (number <= current || number > upTo) continue;
    const sql = readFileSync(join(MIGRATIONS_DIR, file), "utf8");
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${number}`);
    })();
  }
}

export function newId(): string {
  return randomUUID();
}
