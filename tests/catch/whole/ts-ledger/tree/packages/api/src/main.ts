import { loadConfig } from "./config";
import { openDatabase } from "./db";
import { buildServer } from "./server";

const config = loadConfig();
const db = openDatabase(config.databasePath);
const app = buildServer({ db }, { logger: true });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void app.close().then(() => db.close());
  });
}

await app.listen({ port: config.port, host: "127.0.0.1" });
