import { OutOfStockError } from "@lantern/catalog";
import { failure, type Handler } from "./http.js";
import type { Logger } from "./logger.js";
import { ValidationError } from "./validate.js";

export type Middleware = (next: Handler) => Handler;

/** The first one is the outermost. */
export function chain(...layers: Middleware[]): Middleware {
  return (next) => layers.reduceRight((inner, layer) => layer(inner), next);
}

export function withRequestId(makeId: () => string): Middleware {
  return (next) => async (request) => {
    const id = request.headers["x-request-id"] ?? makeId();
    const response = await next(request);
    return { ...response, headers: { ...response.headers, "x-request-id": id } };
  };
}

export function withErrorHandling(logger: Logger): Middleware {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      if (error instanceof ValidationError) {
        return failure(400, "invalid", error.message);
      }
      if (error instanceof OutOfStockError) {
        return failure(409, "out_of_stock", error.message);
      }
      logger.error("unhandled", { path: request.path, error: String(error) });
      return failure(500, "internal", "internal error");
    }
  };
}
