import { randomBytes } from "node:crypto";
import { PgDatabase, type Database } from "../../src/db/database.js";
import { migrateUp } from "../../src/db/migrate.js";

export interface TestDb {
  db: Database;
  close(): Promise<void>;
}

/** A schema of its own in TEST_DATABASE_URL, empty unless `migrated`. */
export async function openTestDb(options: { migrated: boolean } = { migrated: true }): Promise<TestDb> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) throw new Error("TEST_DATABASE_URL is not set; use `make test-db`");
  const schema = `t_${randomBytes(6).toString("hex")}`;
  const admin = new PgDatabase(base, 1);
  await admin.exec(`CREATE SCHEMA ${schema}`);

  const url = new URL(base);
  url.searchParams.set("options", `-c search_path=${schema}`);
  const db = new PgDatabase(url.toString(), 4);
  if (options.migrated) await migrateUp(db, "migrations");
  return {
    db,
    async close() {
      await db.close();
      await admin.exec(`DROP SCHEMA ${schema} CASCADE`);
      await admin.close();
    },
  };
}

/** Route R1 serves S1 and S2, route R2 serves S2 and S3. */
export async function seedNetwork(db: Database): Promise<void> {
  await db.exec(`
    INSERT INTO stops (stop_id, name, lat, lon) VALUES
      ('S1', 'Harbour', 53.54, 9.98), ('S2', 'Town Hall', 53.55, 9.99), ('S3', 'Museum', 53.56, 10.00);
    INSERT INTO routes (route_id, short_name, name) VALUES
      ('R1', '1', 'Harbour - Town Hall'), ('R2', '2', 'Town Hall - Museum');
    INSERT INTO route_stops (route_id, sequence, stop_id, metres_from_start) VALUES
      ('R1', 1, 'S1', 0), ('R1', 2, 'S2', 1300), ('R2', 1, 'S2', 0), ('R2', 2, 'S3', 1300);
  `);
}
