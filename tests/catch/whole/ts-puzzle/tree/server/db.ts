import Database from "better-sqlite3";
import { readdirSync, readFileSync } from "node:fs";
import type { NewScore, ScoreRow } from "../src/net/api";

export type Db = Database.Database;

const MIGRATIONS = new URL("./migrations/", import.meta.url);

/** Opens (or makes) the database and brings it up to date. ":memory:" for tests. */
export function openDb(path: string): Db {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  migrate(db);
  return db;
}

/** Runs the files of server/migrations in order of name; `user_version` counts how many have run. */
export function migrate(db: Db): void {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const done = db.pragma("user_version", { simple: true }) as number;
  files.slice(done).forEach((name, i) => {
    db.transaction(() => {
      db.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
      db.pragma(`user_version = ${done + i + 1}`);
    })();
  });
}

export function insertScore(db: Db, score: NewScore): void {
  db.prepare("INSERT INTO scores (level_id, player, moves, ms) VALUES (@levelId, @player, @moves, @ms)").run(score);
}

export function topScores(db: Db, levelId: string, limit: number): ScoreRow[] {
  return db
    .prepare("SELECT player, moves, ms FROM scores WHERE level_id = ? ORDER BY moves, ms, id LIMIT ?")
    .all(levelId, limit) as ScoreRow[];
}
