import Fastify, { type FastifyInstance } from "fastify";
import type { Db } from "./db";
import { errorHandler } from "./errors";
import { expenseRoutes } from "./routes/expenses";
import { householdRoutes } from "./routes/households";

export interface ServerDeps {
  db: Db;
  /** Tests pass a fixed clock. */
  now?: () => Date;
}

export interface ServerOptions {
  logger?: boolean;
}

/** Each routes file is a plugin of its own: hooks and parsers of one do not reach the others. */
export function buildServer(deps: ServerDeps, options: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ logger: options.logger ?? false });

  app.decorateRequest("flatmate", null);
  app.setErrorHandler(errorHandler);

  app.get("/health", async () => ({ ok: true }));
  void app.register(householdRoutes, deps);
  void app.register(expenseRoutes, deps);

  return app;
}
