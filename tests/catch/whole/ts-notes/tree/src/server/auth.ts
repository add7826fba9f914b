import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Db } from "./db";
import { HttpError } from "./errors";

export interface User {
  id: string;
  name: string;
}

declare module "fastify" {
  interface FastifyRequest {
    user: User;
  }
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Every route needs a token; there is nothing here for strangers. */
export function installAuth(app: FastifyInstance, db: Db): void {
  const find = db.prepare<[string], User>(
    "SELECT users.id, users.name FROM tokens JOIN users ON users.id = tokens.user_id WHERE tokens.hash = ?",
  );
  app.decorateRequest("user");
  app.addHook("onRequest", async (request) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const user = token ? find.get(hashToken(token)) : undefined;
    if (!user) throw new HttpError(401, "unauthorized", "Please sign in again.");
    request.user = user;
  });
}
