/** More moves than this are not counted: the otter naps until you undo or restart. */
export const MAX_MOVES = 2000;

export type Stars = 1 | 2 | 3;

export function stars(moves: number, par: number): Stars {
  if (moves <= par) return 3;
  if (moves <= Math.ceil(par * 1.5)) return 2;
  return 1;
}

export interface Ranked {
  readonly moves: number;
  readonly ms: number;
}

/** Fewer moves first, then less time. The server's ORDER BY says the same. */
export function compareScores(a: Ranked, b: Ranked): number {
  return a.moves - b.moves || a.ms - b.ms;
}

/** 83_450 -> "1:23.4" */
export function formatTime(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = Math.floor(tenths / 10) % 60;
  return `${minutes}:${String(seconds).padStart(2, "0")}.${tenths % 10}`;
}
