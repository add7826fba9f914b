/** A line of the scoreboard, as GET /api/scores answers it. */
export interface ScoreRow {
  readonly player: string;
  readonly moves: number;
  readonly ms: number;
}

/** The body of POST /api/scores. */
export interface NewScore extends ScoreRow {
  readonly levelId: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export async function fetchScores(levelId: string, limit = 10): Promise<ScoreRow[]> {
  const answer = await fetch(`/api/scores?level=${encodeURIComponent(levelId)}&limit=${limit}`);
  const body = await json(answer);
  return body.scores as ScoreRow[];
}

export async function submitScore(score: NewScore): Promise<void> {
  const answer = await fetch("/api/scores", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(score),
  });
  await json(answer);
}

async function json(answer: Response): Promise<Record<string, unknown>> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (!answer.ok) throw new ApiError(answer.status, String(body.error ?? `HTTP ${answer.status}`));
  return body;
}
