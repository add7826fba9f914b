export interface ApiConfig {
  readonly port: number;
  readonly allowedOrigin: string;
  readonly dataFolder: string;
}

export class ConfigError extends Error {}

function readPort(text: string | undefined): number {
  const port = Number(text ?? "8080");
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new ConfigError(`LANTERN_PORT is no port: ${text}`);
  }
  return port;
}

export function loadConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  return {
    port: readPort(env["LANTERN_PORT"]),
    allowedOrigin: env["LANTERN_ORIGIN"] ?? "http://localhost:5173",
    dataFolder: env["LANTERN_DATA"] ?? "./data",
  };
}
