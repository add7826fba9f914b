import type { FastifyInstance } from "fastify";
import { syncRequestSchema, type SyncResponse } from "../../shared/wire";
import type { Deps } from "../app";

export function syncRoutes(app: FastifyInstance, { db, highlights, groups }: Deps): void {
  app.post("/v1/sync", async (request): Promise<SyncResponse> => {
    const { since, highlights: pushed } = syncRequestSchema.parse(request.body);
    const userId = request.user.id;
    return db.transaction(() => {
      for (const h of pushed) {
        const stored = highlights.get(h.id);
        // Clients send everything they hold, other people's highlights too; those are passed over.
        if (stored && stored.ownerId !== userId) continue;
        const groupId = stored ? stored.groupId : h.groupId;
        if (groupId !== null) {
          const role = groups.roleOf(userId, groupId);
          if (role !== "owner" && role !== "editor") continue;
        }
        highlights.upsert({ ...h, ownerId: userId });
      }
      return { now: Date.now(), highlights: highlights.changedSince(userId, since) };
    })();
  });
}
