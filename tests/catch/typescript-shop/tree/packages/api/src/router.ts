import { failure, type Handler, type Request, type Response } from "./http.js";

interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly handler: Handler;
}

/** `/carts/:id` against `/carts/7` gives `{ id: "7" }`; undefined if it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? "";
    if (part.startsWith(":")) {
      params[part.slice(1)] = decodeURIComponent(value);
    } else if (part !== value) {
      return undefined;
    }
  }
  return params;
}

export class Router {
  private readonly routes: Route[] = [];

  on(method: string, pattern: string, handler: Handler): this {
    this.routes.push({ method, pattern, handler });
    return this;
  }

  async handle(request: Request): Promise<Response> {
    for (const route of this.routes) {
      const params = route.method === request.method && matchPath(route.pattern, request.path);
      if (params) {
        return route.handler({ ...request, params });
      }
    }
    return failure(404, "not_found", `${request.method} ${request.path}`);
  }
}
