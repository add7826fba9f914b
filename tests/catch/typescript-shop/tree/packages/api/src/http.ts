export interface Request {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Response {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (request: Request) => Promise<Response>;

export function json(status: number, value: unknown): Response {
  return { status, body: JSON.stringify(value), headers: { "content-type": "application/json" } };
}

export function failure(status: number, code: string, message: string): Response {
  return json(status, { error: { code, message } });
}
