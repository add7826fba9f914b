import type { FastifyRequest } from "fastify";
import type { Db } from "./db";
import { ApiError } from "./errors";

export interface SessionFlatmate {
  id: string;
  householdId: string;
}

declare module "fastify" {
  interface FastifyRequest {
    flatmate: SessionFlatmate | null;
  }
}

/**
 * An onRequest hook for everything below /households/:householdId.
 * It runs before the body is read, so strangers cannot make us read one.
 */
export function requireFlatmate(db: Db) {
  const find = db.prepare(
    `SELECT f.id AS id, f.household_id AS householdId
       FROM sessions s JOIN flatmates f ON f.id = s.flatmate_id
      WHERE s.token = ?`,
  );

  return async function hook(request: FastifyRequest): Promise<void> {
    const header = request.headers.authorization ?? "";
    const token = header.startsWith("Bearer ") ? header.slice("Bearer ".length) : "";
    const flatmate = token ? (find.get(token) as SessionFlatmate | undefined) : undefined;
    if (!flatmate) {
      throw new ApiError(401, "unauthenticated");
    }
    const { householdId } = request.params as { householdId?: string };
    if (householdId !== flatmate.householdId) {
      throw new ApiError(403, "forbidden");
    }
    request.flatmate = flatmate;
  };
}
