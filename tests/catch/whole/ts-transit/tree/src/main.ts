import { loadConfig } from "./config.js";
import { PgDatabase } from "./db/database.js";
import { PgEventBus } from "./events/bus.js";
import { createApiServer } from "./http/server.js";
import { createLogger } from "./log.js";

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger("api", config.logLevel);
  const db = new PgDatabase(config.databaseUrl);
  const bus = new PgEventBus(config.databaseUrl, log);
  await bus.start();

  const server = createApiServer({ db, bus, config, log, now: () => new Date() });
  server.listen(config.httpPort, () => log.info("listening", { port: config.httpPort }));

  const shutDown = async (reason: string) => {
    log.info("shutting down", { reason });
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Streams would otherwise keep the server open for ever.
    server.closeAllConnections();
    await closed;
    await bus.stop();
    await db.close();
  };
  process.once("SIGTERM", () => void shutDown("SIGTERM"));
  process.once("SIGINT", () => void shutDown("SIGINT"));
}

await main();
