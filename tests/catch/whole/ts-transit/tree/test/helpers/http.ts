import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Router } from "../../src/http/router.js";

export interface Served {
  url: string;
  close(): Promise<void>;
}

export async function serve(router: Router): Promise<Served> {
  const server = createServer((req, res) => void router.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Reads a stream event by event. */
export class EventReader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private buffer = "";

  constructor(response: Response) {
    this.reader = response.body!.getReader();
  }

  /** The next event. Rejects when none comes within `timeoutMs`. */
  async next(timeoutMs = 1000): Promise<StreamEvent> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no event in time")), timeoutMs);
    });
    try {
      return await Promise.race([this.read(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.reader.cancel();
  }

  private async read(): Promise<StreamEvent> {
    for (;;) {
      const end = this.buffer.indexOf("\n\n");
      if (end >= 0) {
        const block = this.buffer.slice(0, end);
        this.buffer = this.buffer.slice(end + 2);
        const match = /^event: (.*)\ndata: (.*)$/.exec(block);
        if (match) return { event: match[1]!, data: JSON.parse(match[2]!) as unknown };
        continue;
      }
      const { value, done } = await this.reader.read();
      if (done) throw new Error("stream ended");
      this.buffer += this.decoder.decode(value, { stream: true });
    }
  }
}
