// npm run add-user -- "Ada Lovelace"     prints the new user's token; it is stored only as a hash.
import { randomBytes, randomUUID } from "node:crypto";
import { hashToken } from "../src/server/auth";
import { loadConfig } from "../src/server/config";
import { migrate, openDb } from "../src/server/db";

const name = process.argv[2];
if (!name) {
  console.error('usage: npm run add-user -- "<name>"');
  process.exit(2);
}

const config = loadConfig(process.env);
const db = openDb(config.databasePath);
migrate(db, config.migrationsDir);

const id = randomUUID();
const token = randomBytes(24).toString("base64url");
db.transaction(() => {
  db.prepare("INSERT INTO users (id, name) VALUES (?, ?)").run(id, name);
  db.prepare("INSERT INTO tokens (hash, user_id) VALUES (?, ?)").run(hashToken(token), id);
})();
console.log(token);
