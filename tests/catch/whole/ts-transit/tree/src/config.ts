import type { LogLevel } from "./log.js";

/** Settings of both processes. The api and the worker are given the same environment. */
export interface Config {
  databaseUrl: string;
  httpPort: number;
  positionsFeedUrl: string;
  feedTimeoutMs: number;
  ingestIntervalMs: number;
  predictIntervalMs: number;
  positionRetentionHours: number;
  sseHeartbeatMs: number;
  logLevel: LogLevel;
}

type Env = Record<string, string | undefined>;

export class ConfigError extends Error {
  constructor(
    readonly variable: string,
    reason: string,
  ) {
    super(`${variable}: ${reason}`);
    this.name = "ConfigError";
  }
}

export function loadConfig(env: Env): Config {
  return {
    databaseUrl: required(env, "DATABASE_URL"),
    httpPort: positiveInt(env, "HTTP_PORT", 8080),
    positionsFeedUrl: httpUrl(env, "POSITIONS_FEED_URL"),
    feedTimeoutMs: positiveInt(env, "FEED_TIMEOUT_MS", 5000),
    ingestIntervalMs: positiveInt(env, "INGEST_SECONDS", 10) * 1000,
    predictIntervalMs: positiveInt(env, "PREDICT_SECONDS", 15) * 1000,
    positionRetentionHours: positiveInt(env, "POSITION_RETENTION_HOURS", 6),
    sseHeartbeatMs: positiveInt(env, "SSE_HEARTBEAT_SECONDS", 20) * 1000,
    logLevel: oneOf(env, "LOG_LEVEL", ["debug", "info", "warn", "error"], "info"),
  };
}

function required(env: Env, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new ConfigError(name, "is required");
  return value;
}

function httpUrl(env: Env, name: string): string {
  const value = required(env, name);
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(name, "is not an http(s) URL");
  }
  return value;
}

function positiveInt(env: Env, name: string, fallback: number): number {
  const raw = env[name]?.trim();
  if (!raw) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(raw)) throw new ConfigError(name, "is not a positive integer");
  return Number(raw);
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const raw = env[name]?.trim();
  if (!raw) return fallback;
  const found = allowed.find((value) => value === raw);
  if (found === undefined) throw new ConfigError(name, `is not one of ${allowed.join(", ")}`);
  return found;
}
