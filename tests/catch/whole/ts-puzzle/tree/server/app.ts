import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { levelById } from "../src/levels";
import { insertScore, topScores, type Db } from "./db";
import { parseNewScore } from "./validate";

const MAX_BODY = 2048;

class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function createApp(db: Db): Server {
  return createServer((req, res) => {
    handle(db, req, res).catch((error) => {
      if (error instanceof HttpError) return send(res, error.status, { error: error.message });
      console.error(error);
      send(res, 500, { error: "the server slipped" });
    });
  });
}

async function handle(db: Db, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? "/", "http://localhost");
  if (url.pathname !== "/api/scores") throw new HttpError(404, "no such page");

  if (req.method === "GET") {
    const level = levelById(url.searchParams.get("level") ?? "");
    if (!level) throw new HttpError(404, "unknown level");
    const limit = Math.min(Math.max(Number(url.searchParams.get("limit")) || 10, 1), 50);
    return send(res, 200, { scores: topScores(db, level.id, limit) });
  }
  if (req.method === "POST") {
    const parsed = parseNewScore(await readJson(req));
    if (!parsed.ok) throw new HttpError(400, parsed.error);
    insertScore(db, parsed.score);
    return send(res, 201, {});
  }
  throw new HttpError(405, "GET or POST");
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY) chunks.push(chunk as Buffer);
  }
  // Not thrown inside the loop: that would close the socket before the answer is out.
  if (size > MAX_BODY) throw new HttpError(413, "too long");
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new HttpError(400, "not JSON");
  }
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  res.end(JSON.stringify(body));
}
