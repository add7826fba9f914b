import { loadConfig } from "../config.js";
import { PgDatabase } from "../db/database.js";
import { HttpFeedClient } from "../ingest/feedClient.js";
import { createLogger } from "../log.js";
import { ingestJob, predictJob, pruneJob, type JobDeps } from "./jobs.js";
import { Scheduler } from "./scheduler.js";

/** The jobs that a worker with these settings runs. */
export function buildScheduler(deps: JobDeps): Scheduler {
  return new Scheduler(deps.log).add(ingestJob(deps)).add(predictJob(deps)).add(pruneJob(deps));
}

export async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger("worker", config.logLevel);
  const db = new PgDatabase(config.databaseUrl, 4);
  const scheduler = buildScheduler({
    db,
    feed: new HttpFeedClient(config.feedTimeoutMs),
    config,
    log,
    now: () => new Date(),
  });

  const shutDown = async (reason: string) => {
    log.info("shutting down", { reason });
    await scheduler.stop();
    await db.close();
  };
  process.once("SIGTERM", () => void shutDown("SIGTERM"));
  process.once("SIGINT", () => void shutDown("SIGINT"));

  scheduler.start();
}

if (process.argv[1]?.endsWith("worker/main.js")) await main();
