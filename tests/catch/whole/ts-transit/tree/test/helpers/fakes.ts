import type { Config } from "../../src/config.js";
import type { Database, Queryable } from "../../src/db/database.js";
import type { EventBus, Listener, TransitEvent } from "../../src/events/bus.js";
import type { FeedClient } from "../../src/ingest/feedClient.js";
import type { Logger } from "../../src/log.js";

export const NOW = new Date("2024-05-14T08:00:00Z");

export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    databaseUrl: "postgres://unused",
    httpPort: 0,
    positionsFeedUrl: "https://feed.example/positions",
    feedTimeoutMs: 1000,
    ingestIntervalMs: 10_000,
    predictIntervalMs: 15_000,
    positionRetentionHours: 6,
    sseHeartbeatMs: 20_000,
    logLevel: "error",
    ...overrides,
  };
}

export const silentLog: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Answers each statement with the rows of the first pattern that matches it, and remembers them all. */
export class FakeDatabase implements Database {
  readonly statements: { sql: string; params: readonly unknown[] }[] = [];
  private readonly answers: { pattern: RegExp; rows: unknown[] }[] = [];

  on(pattern: RegExp, rows: unknown[]): this {
    this.answers.push({ pattern, rows });
    return this;
  }

  async query<R>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    this.statements.push({ sql, params });
    return (this.answers.find(({ pattern }) => pattern.test(sql))?.rows ?? []) as R[];
  }

  async exec(sql: string): Promise<void> {
    this.statements.push({ sql, params: [] });
  }

  tx<T>(work: (q: Queryable) => Promise<T>): Promise<T> {
    return work(this);
  }

  async close(): Promise<void> {}

  /** The events published, in order. */
  published(): TransitEvent[] {
    return this.statements
      .filter(({ sql }) => sql.includes("pg_notify"))
      .map(({ params }) => JSON.parse(String(params[1])) as TransitEvent);
  }
}

export class FakeBus implements EventBus {
  private readonly listeners = new Set<Listener>();

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: TransitEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** Serves one document for each URL; a URL without one rejects. */
export class FakeFeed implements FeedClient {
  constructor(readonly documents: Record<string, unknown>) {}

  async fetchJson(url: string): Promise<unknown> {
    if (!(url in this.documents)) throw new Error(`no document for ${url}`);
    return this.documents[url];
  }
}
