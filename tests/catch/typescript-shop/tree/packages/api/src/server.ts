import { randomUUID } from "node:crypto";
import type { Handler } from "./http.js";
import type { Logger } from "./logger.js";
import { chain, withErrorHandling, withRequestId } from "./middleware.js";
import { Router } from "./router.js";
import { mountCarts, type CartRouteDeps } from "./routes/carts.js";
import { mountProducts } from "./routes/products.js";

export interface AppDeps extends CartRouteDeps {
  readonly logger: Logger;
}

/** The whole application as one handler; the listener in bin/ feeds it. */
export function createApp(deps: AppDeps): Handler {
  const router = new Router();
  mountProducts(router, deps.products);
  mountCarts(router, deps);
  const layers = chain(withRequestId(randomUUID), withErrorHandling(deps.logger));
  return layers((request) => router.handle(request));
}
