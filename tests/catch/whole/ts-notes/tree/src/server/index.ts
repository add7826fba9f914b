import { buildApp } from "./app";
import { loadConfig } from "./config";
import { migrate, openDb } from "./db";

const config = loadConfig(process.env);
const db = openDb(config.databasePath);
migrate(db, config.migrationsDir);

const app = buildApp({ db, logger: { level: config.logLevel } });
await app.listen({ port: config.port, host: "0.0.0.0" });
