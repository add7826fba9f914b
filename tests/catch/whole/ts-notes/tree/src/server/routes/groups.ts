import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Me } from "../../shared/wire";
import type { Deps } from "../app";
import { HttpError } from "../errors";

const createSchema = z.object({ name: z.string().trim().min(1).max(100) });
const memberParams = z.object({ groupId: z.string().uuid(), userId: z.string().uuid() });
const memberBody = z.object({ role: z.enum(["owner", "editor", "viewer"]) });

export function groupRoutes(app: FastifyInstance, { db, groups }: Deps): void {
  app.get("/v1/me", async (request): Promise<Me> => {
    return { user: request.user, groups: groups.membershipsOf(request.user.id) };
  });

  app.post("/v1/groups", async (request, reply) => {
    const { name } = createSchema.parse(request.body);
    return reply.status(201).send(groups.create(name, request.user.id));
  });

  app.put("/v1/groups/:groupId/members/:userId", async (request, reply) => {
    const { groupId, userId } = memberParams.parse(request.params);
    const { role } = memberBody.parse(request.body);
    const mine = groups.roleOf(request.user.id, groupId);
    if (mine === null) throw new HttpError(404, "group_not_found", "There is no such group.");
    if (mine !== "owner") throw new HttpError(403, "forbidden", "Only the owner of a group manages its members.");
    if (userId === request.user.id) throw new HttpError(409, "own_role", "An owner cannot change their own role.");
    if (!db.prepare("SELECT 1 FROM users WHERE id = ?").get(userId)) {
      throw new HttpError(404, "user_not_found", "There is no such user.");
    }
    groups.setMember(groupId, userId, role);
    return reply.status(204).send();
  });

  app.delete("/v1/groups/:groupId/members/:userId", async (request, reply) => {
    const { groupId, userId } = memberParams.parse(request.params);
    const mine = groups.roleOf(request.user.id, groupId);
    if (mine === null) throw new HttpError(404, "group_not_found", "There is no such group.");
    if (mine === "owner" && userId === request.user.id) {
      throw new HttpError(409, "own_role", "An owner cannot leave their own group.");
    }
    if (mine !== "owner" && userId !== request.user.id) {
      throw new HttpError(403, "forbidden", "Only the owner of a group manages its members.");
    }
    groups.removeMember(groupId, userId);
    return reply.status(204).send();
  });
}
