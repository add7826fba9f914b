import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../config.js";
import { PgDatabase, type Database } from "./database.js";

const LOCK_KEY = 742_100;

interface Migration {
  version: number;
  name: string;
  up: string;
  down: string;
}

export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = await readdir(dir);
  const ups = files.filter((file) => file.endsWith(".up.sql")).sort();
  return Promise.all(
    ups.map(async (file) => {
      const name = file.slice(0, -".up.sql".length);
      return {
        version: Number(name.slice(0, 4)),
        name,
        up: await readFile(join(dir, file), "utf8"),
        down: await readFile(join(dir, `${name}.down.sql`), "utf8"),
      };
    }),
  );
}

async function prepare(db: Database): Promise<void> {
  await db.exec(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
}

/** Applies what is missing, all in one transaction. Returns the names applied. */
export async function migrateUp(db: Database, dir: string): Promise<string[]> {
  const all = await readMigrations(dir);
  await prepare(db);
  return db.tx(async (q) => {
    await q.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    const done = await q.query<{ version: number }>("SELECT version FROM schema_migrations");
    const versions = new Set(done.map((row) => row.version));
    const missing = all.filter((migration) => !versions.has(migration.version));
    for (const migration of missing) {
      await q.exec(migration.up);
      await q.query("INSERT INTO schema_migrations (version, name) VALUES ($1, $2)", [
        migration.version,
        migration.name,
      ]);
    }
    return missing.map((migration) => migration.name);
  });
}

/** Takes the last `steps` migrations back, newest first. Returns their names. */
export async function migrateDown(db: Database, dir: string, steps = 1): Promise<string[]> {
  const all = await readMigrations(dir);
  await prepare(db);
  return db.tx(async (q) => {
    await q.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    const done = await q.query<{ version: number }>(
      "SELECT version FROM schema_migrations ORDER BY version DESC LIMIT $1",
      [steps],
    );
    const names: string[] = [];
    for (const { version } of done) {
      const migration = all.find((candidate) => candidate.version === version);
      if (!migration) throw new Error(`migration ${version} has no files`);
      await q.exec(migration.down);
      await q.query("DELETE FROM schema_migrations WHERE version = $1", [version]);
      names.push(migration.name);
    }
    return names;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const db = new PgDatabase(loadConfig(process.env).databaseUrl, 1);
  const run = process.argv[2] === "down" ? migrateDown : migrateUp;
  const names = await run(db, "migrations");
  console.log(names.length > 0 ? names.join("\n") : "nothing to do");
  await db.close();
}
