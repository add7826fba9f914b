import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { installAuth } from "./auth";
import type { Db } from "./db";
import { installErrorHandler } from "./errors";
import { GroupRepo } from "./groups";
import { HighlightRepo } from "./highlights";
import { groupRoutes } from "./routes/groups";
import { highlightRoutes } from "./routes/highlights";
import { syncRoutes } from "./routes/sync";

export interface AppOptions {
  db: Db;
  logger?: FastifyServerOptions["logger"];
}

export interface Deps {
  db: Db;
  highlights: HighlightRepo;
  groups: GroupRepo;
}

export function buildApp({ db, logger = false }: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({ logger });
  const deps: Deps = { db, highlights: new HighlightRepo(db), groups: new GroupRepo(db) };
  installErrorHandler(app);
  installAuth(app, db);
  groupRoutes(app, deps);
  highlightRoutes(app, deps);
  syncRoutes(app, deps);
  return app;
}
