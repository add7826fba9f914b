import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../../src/config.js";

const MINIMAL = {
  DATABASE_URL: "postgres://localhost/kerbside",
  POSITIONS_FEED_URL: "https://feed.example/positions",
};

describe("loadConfig", () => {
  it("fills in the defaults", () => {
    expect(loadConfig(MINIMAL)).toEqual({
      databaseUrl: "postgres://localhost/kerbside",
      httpPort: 8080,
      positionsFeedUrl: "https://feed.example/positions",
      feedTimeoutMs: 5000,
      ingestIntervalMs: 10_000,
      predictIntervalMs: 15_000,
      positionRetentionHours: 6,
      sseHeartbeatMs: 20_000,
      logLevel: "info",
    });
  });

  it.each([
    ["DATABASE_URL", { DATABASE_URL: " " }],
    ["POSITIONS_FEED_URL", { POSITIONS_FEED_URL: "ftp://feed.example" }],
    ["INGEST_SECONDS", { INGEST_SECONDS: "0" }],
    ["HTTP_PORT", { HTTP_PORT: "80a" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ])("names %s when it is wrong", (variable, wrong) => {
    const load = () => loadConfig({ ...MINIMAL, ...wrong });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(`${variable}: `);
  });
});
