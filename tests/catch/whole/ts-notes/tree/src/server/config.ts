import { z } from "zod";

const envSchema = z.object({
  DOGEAR_PORT: z.coerce.number().int().min(1).max(65535).default(8340),
  DOGEAR_DB: z.string().min(1).default("dogear.sqlite"),
  DOGEAR_LOG: z.enum(["debug", "info", "warn", "error"]).default("info"),
});

export interface Config {
  port: number;
  databasePath: string;
  migrationsDir: string;
  logLevel: string;
}

/** Throws a ZodError that names the variable; a server with half a configuration must not start. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = envSchema.parse(env);
  return {
    port: parsed.DOGEAR_PORT,
    databasePath: parsed.DOGEAR_DB,
    migrationsDir: "migrations",
    logLevel: parsed.DOGEAR_LOG,
  };
}
