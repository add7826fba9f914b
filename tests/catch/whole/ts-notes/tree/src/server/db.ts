import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

export type Db = Database.Database;

export function openDb(path: string): Db {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("foreign_keys = ON");
  return db;
}

/** Runs the files of dir that this database has not seen, up to version `upTo`. NNN_name.sql brings it to version NNN. */
export function migrate(db: Db, dir: string, upTo = Infinity): void {
  const files = readdirSync(dir).filter((name) => /^\d{3}_.*\.sql$/.test(name));
  for (const file of files.sort()) {
    const version = Number(file.slice(0, 3));
    const current = db.pragma("user_version", { simple: true }) as number;
    if (version <= current || version > upTo) continue;
    db.transaction(() => {
      db.exec(readFileSync(join(dir, file), "utf8"));
      db.pragma(`user_version = ${version}`);
    })();
  }
}
