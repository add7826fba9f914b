import type { IncomingMessage, ServerResponse } from "node:http";

const MAX_UNSENT_BYTES = 64 * 1024;

export function formatEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** One open stream. Writes the headers when it is made. */
export class SseConnection {
  private closed = false;
  private readonly closers: (() => void)[] = [];
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    req: IncomingMessage,
    private readonly res: ServerResponse,
    heartbeatMs: number,
  ) {
    res.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    res.flushHeaders();
    this.heartbeat = setInterval(() => this.write(":\n\n"), heartbeatMs);
    req.once("close", () => this.close());
    res.once("close", () => this.close());
  }

  /** Called once, when either side ends the stream; at once when it has ended already. */
  onClose(closer: () => void): void {
    if (this.closed) closer();
    else this.closers.push(closer);
  }

  send(event: string, data: unknown): void {
    this.write(formatEvent(event, data));
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.heartbeat);
    for (const closer of this.closers) closer();
    this.res.end();
  }

  private write(text: string): void {
    if (this.closed) return;
    this.res.write(text);
    // A reader this slow will not catch up, and the buffer is ours.
    if (this.res.writableLength > MAX_UNSENT_BYTES) {
      this.close();
      this.res.destroy();
    }
  }
}
