import pg from "pg";
import type { Queryable } from "../db/database.js";
import { errorFields, type Logger } from "../log.js";

/**
 * Says that something changed, never what: PostgreSQL limits a payload to 8000 bytes, and the reader has the database.
 */
export type TransitEvent = { type: "positions"; routeId: string } | { type: "arrivals"; stopId: string };

export type Listener = (event: TransitEvent) => void;

export interface EventBus {
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
}

const CHANNEL = "transit";
const RECONNECT_MS = 1000;

/** Part of the caller's transaction: listeners hear it after the commit, and never after a rollback. */
export async function publishEvent(q: Queryable, event: TransitEvent): Promise<void> {
  await q.query("SELECT pg_notify($1, $2)", [CHANNEL, JSON.stringify(event)]);
}

/** Undefined for anything this release does not know, so that a newer worker may run beside an older api. */
export function parseEvent(payload: string): TransitEvent | undefined {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(payload) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (value?.type === "positions" && typeof value.routeId === "string") {
    return { type: "positions", routeId: value.routeId };
  }
  if (value?.type === "arrivals" && typeof value.stopId === "string") {
    return { type: "arrivals", stopId: value.stopId };
  }
  return undefined;
}

export class PgEventBus implements EventBus {
  private readonly listeners = new Set<Listener>();
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(
    private readonly connectionString: string,
    private readonly log: Logger,
  ) {}

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.connectionString });
    client.on("notification", (message) => {
      const event = parseEvent(message.payload ?? "");
      if (event) for (const listener of this.listeners) listener(event);
    });
    client.on("error", (err) => this.reconnect(err));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.client = client;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end();
  }

  private reconnect(err: unknown): void {
    if (this.stopped) return;
    this.log.warn("event listener lost", errorFields(err));
    setTimeout(() => {
      if (!this.stopped) this.start().catch((again: unknown) => this.reconnect(again));
    }, RECONNECT_MS);
  }
}
