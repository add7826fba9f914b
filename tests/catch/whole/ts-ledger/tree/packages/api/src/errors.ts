import type { ApiErrorBody, ApiErrorCode, Problem } from "@ledger/core";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

/** Throw it from a route or a hook. The error handler makes the answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    readonly problems: Problem[] = [],
  ) {
    super(code);
    this.name = "ApiError";
  }
}

export const notFound = () => new ApiError(404, "not_found");

export function errorHandler(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof ApiError) {
    send(reply, error.status, { error: error.code, problems: error.problems });
    return;
  }
  if (error.validation) {
    send(reply, 400, { error: "malformed", problems: [] });
    return;
  }
  request.log.error(error);
  send(reply, 500, { error: "internal", problems: [] });
}

function send(reply: FastifyReply, status: number, body: ApiErrorBody): void {
  void reply.status(status).send(body);
}
