import { AppError } from "../errors.js";

export interface FeedClient {
  /**
   * Rejects with FEED_UNREACHABLE (no answer in time, or not 200) or FEED_MALFORMED (not JSON).
   */
  fetchJson(url: string, signal: AbortSignal): Promise<unknown>;
}

export class HttpFeedClient implements FeedClient {
  constructor(private readonly timeoutMs: number) {}

  async fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
    const text = await this.fetchText(url, AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]));
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new AppError("FEED_MALFORMED", "feed is not JSON", { host: new URL(url).host });
    }
  }

  private async fetchText(url: string, signal: AbortSignal): Promise<string> {
    const host = new URL(url).host;
    let response: Response;
    try {
      response = await fetch(url, { signal, headers: { accept: "application/json" } });
      if (response.ok) return await response.text();
    } catch (err) {
      const reason = err instanceof Error ? err.name : "unknown";
      throw new AppError("FEED_UNREACHABLE", `feed did not answer: ${reason}`, { host });
    }
    throw new AppError("FEED_UNREACHABLE", `feed answered ${response.status}`, { host });
  }
}
