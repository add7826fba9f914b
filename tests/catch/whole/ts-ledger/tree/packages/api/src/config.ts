export interface Config {
  port: number;
  databasePath: string;
}

/** Reads the environment. Everything has a default that works on a laptop. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = Number(env.LEDGER_PORT ?? "4000");
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`LEDGER_PORT is not a port: ${env.LEDGER_PORT}`);
  }
  return {
    port,
    databasePath: env.LEDGER_DB ?? "data/ledger.db",
  };
}
