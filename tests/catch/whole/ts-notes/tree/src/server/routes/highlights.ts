import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { toMarkdown } from "../../shared/export";
import { canonicalUrl } from "../../shared/model";
import type { Deps } from "../app";
import { HttpError } from "../errors";

const listQuery = z.object({ url: z.string().url().optional() });
const exportQuery = z.object({ format: z.enum(["md", "json"]).default("md") });
const idParams = z.object({ id: z.string().uuid() });

export function highlightRoutes(app: FastifyInstance, { highlights, groups }: Deps): void {
  app.get("/v1/highlights", async (request) => {
    const { url } = listQuery.parse(request.query);
    return { highlights: highlights.listVisible(request.user.id, url ? canonicalUrl(url) : null) };
  });

  app.get("/v1/export", async (request, reply) => {
    const { format } = exportQuery.parse(request.query);
    const all = highlights.listVisible(request.user.id);
    if (format === "json") return { highlights: all };
    return reply.type("text/markdown; charset=utf-8").send(toMarkdown(all));
  });

  app.delete("/v1/highlights/:id", async (request, reply) => {
    const { id } = idParams.parse(request.params);
    const stored = highlights.get(id);
    const userId = request.user.id;
    if (!stored) throw new HttpError(404, "highlight_not_found", "There is no such highlight.");
    if (stored.groupId === null) {
      if (stored.ownerId !== userId) throw new HttpError(404, "highlight_not_found", "There is no such highlight.");
    } else {
      const role = groups.roleOf(userId, stored.groupId);
      if (role === null) throw new HttpError(404, "highlight_not_found", "There is no such highlight.");
      const mayDelete = role === "owner" || (role === "editor" && stored.ownerId === userId);
      if (!mayDelete) throw new HttpError(403, "forbidden", "You may not delete this highlight.");
    }
    highlights.remove(id);
    return reply.status(204).send();
  });
}
