export type Level = "debug" | "info" | "warn" | "error";

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

const SECRET = /password|token|authorization/i;

export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, SECRET.test(key) ? "***" : value]),
  );
}

export function createLogger(write: (line: string) => void, now: () => Date): Logger {
  const emit = (level: Level, message: string, fields: Record<string, unknown> = {}) =>
    write(JSON.stringify({ at: now().toISOString(), level, message, ...redact(fields) }));
  return {
    info: (message, fields) => emit("info", message, fields),
    error: (message, fields) => emit("error", message, fields),
  };
}
