import { MAX_MOVES } from "../src/engine/score";
import { levelById } from "../src/levels";
import type { NewScore } from "../src/net/api";

export type Parsed = { ok: true; score: NewScore } | { ok: false; error: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Checks the body of POST /api/scores. Unknown keys are dropped. */
export function parseNewScore(body: unknown): Parsed {
  if (typeof body !== "object" || body === null) return no("body must be an object");
  const { levelId, player, moves, ms } = body as Record<string, unknown>;

  const level = typeof levelId === "string" ? levelById(levelId) : undefined;
  if (!level) return no("unknown level");
  if (typeof player !== "string" || player.trim() === "" || player.length > 16) {
    return no("player must have 1 to 16 characters");
  }
  if (!isInt(moves, level.par, MAX_MOVES)) return no(`moves must be ${level.par} to ${MAX_MOVES}`);
  if (!isInt(ms, 0, DAY_MS)) return no("ms must be at most a day");

  return { ok: true, score: { levelId: level.id, player: player.trim(), moves, ms } };
}

function no(error: string): Parsed {
  return { ok: false, error };
}

function isInt(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}
