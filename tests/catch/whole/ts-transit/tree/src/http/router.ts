import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, toErrorReply } from "../errors.js";
import { errorFields, type Logger } from "../log.js";

export interface RequestContext {
  req: IncomingMessage;
  res: ServerResponse;
  params: Record<string, string>;
  query: URLSearchParams;
}

export interface Reply {
  status: number;
  body: unknown;
  /** Names in lower case. */
  headers?: Record<string, string>;
}

/** A handler that returns "streaming" has taken the response over. */
export type Handler = (ctx: RequestContext) => Promise<Reply | "streaming">;

interface Endpoint {
  segments: string[];
  handler: Handler;
}

export class Router {
  private readonly endpoints: Endpoint[] = [];

  constructor(private readonly log: Logger) {}

  /** `path` as in "/v1/stops/:stopId". The first endpoint that matches is taken. */
  get(path: string, handler: Handler): this {
    this.endpoints.push({ segments: path.split("/"), handler });
    return this;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const url = new URL(req.url ?? "/", "http://localhost");
      if (req.method !== "GET") throw new AppError("METHOD_NOT_ALLOWED", "only GET is served");
      const { handler, params } = this.match(url.pathname);
      const reply = await handler({ req, res, params, query: url.searchParams });
      if (reply !== "streaming") send(res, reply);
    } catch (err) {
      if (!(err instanceof AppError)) this.log.error("request failed", { url: req.url, ...errorFields(err) });
      if (res.headersSent) res.end();
      else send(res, toErrorReply(err));
    }
  }

  private match(pathname: string): { handler: Handler; params: Record<string, string> } {
    const parts = pathname.split("/");
    for (const { segments, handler } of this.endpoints) {
      if (segments.length !== parts.length) continue;
      const params: Record<string, string> = {};
      const matches = segments.every((segment, i) => {
        if (!segment.startsWith(":")) return segment === parts[i];
        params[segment.slice(1)] = safeDecode(parts[i] ?? "");
        return true;
      });
      if (matches) return { handler, params };
    }
    throw new AppError("NO_SUCH_ENDPOINT", `nothing at ${pathname}`);
  }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function send(res: ServerResponse, reply: Reply): void {
  res.writeHead(reply.status, { "content-type": "application/json; charset=utf-8", ...reply.headers });
  res.end(JSON.stringify(reply.body));
}
