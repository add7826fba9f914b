import type { FastifyInstance } from "fastify";
import { ZodError } from "zod";
import type { ErrorBody } from "../shared/wire";

export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const send = (status: number, code: string, message: string) =>
      reply.status(status).send({ error: { code, message } } satisfies ErrorBody);

    if (error instanceof HttpError) return send(error.statusCode, error.code, error.message);
    if (error instanceof ZodError) {
      const issue = error.issues[0];
      return send(400, "invalid", `${issue.path.join(".")}: ${issue.message}`);
    }
    if (error.statusCode && error.statusCode < 500) return send(error.statusCode, error.code, error.message);
    request.log.error(error);
    return send(500, "internal", "Something went wrong on our side.");
  });
}
