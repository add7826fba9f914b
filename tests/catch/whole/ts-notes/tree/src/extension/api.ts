import type { ErrorBody, Me, SyncRequest, SyncResponse } from "../shared/wire";

export class ApiError extends Error {
  constructor(
    /** 0: no answer at all. */
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class ApiClient {
  constructor(
    private readonly server: string,
    private readonly token: string,
    private readonly fetchFn: Fetch = (url, init) => fetch(url, init),
  ) {}

  me(): Promise<Me> {
    return this.call("GET", "/v1/me");
  }

  sync(body: SyncRequest): Promise<SyncResponse> {
    return this.call("POST", "/v1/sync", body);
  }

  remove(id: string): Promise<void> {
    return this.call("DELETE", `/v1/highlights/${encodeURIComponent(id)}`);
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let res: Response;
    try {
      res = await this.fetchFn(new URL(path, this.server).toString(), {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new ApiError(0, "offline", "The server cannot be reached.");
    }
    if (res.status === 204) return undefined as T;
    const parsed: unknown = await res.json().catch(() => null);
    if (!res.ok) {
      const error = (parsed as ErrorBody | null)?.error;
      throw new ApiError(res.status, error?.code ?? "unknown", error?.message ?? `The server said ${res.status}.`);
    }
    return parsed as T;
  }
}
