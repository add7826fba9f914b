/** Codes are part of the HTTP contract (docs/api.md). Add, never rename. */
const STATUS = {
  INVALID_PARAM: 400,
  STOP_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  NO_SUCH_ENDPOINT: 404,
  METHOD_NOT_ALLOWED: 405,
  INTERNAL: 500,
  FEED_UNREACHABLE: 502,
  FEED_MALFORMED: 502,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> };
}

export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
    this.name = "AppError";
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** What a client is told about any thrown value. Only an AppError shows its message. */
export function toErrorReply(thrown: unknown): { status: number; body: ErrorBody } {
  const err = thrown instanceof AppError ? thrown : new AppError("INTERNAL", "internal error");
  return {
    status: err.status,
    body: {
      error: {
        code: err.code,
        message: err.message,
        ...(err.details ? { details: err.details } : {}),
      },
    },
  };
}
