import type { Pos } from "../engine/types";

/** How long a slide takes on screen, however far it goes. */
export const SLIDE_MS = 180;

/** The point at share `t` (0 to 1) of a path of cells. */
export function along(path: readonly Pos[], t: number): { x: number; y: number } {
  const last = path.length - 1;
  const at = Math.min(Math.max(t, 0), 1) * last;
  const i = Math.min(Math.floor(at), Math.max(last - 1, 0));
  const a = path[i]!;
  const b = path[Math.min(i + 1, last)]!;
  const share = at - i;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** Calls `frame` with 0..1 until `ms` are over, then `done`. Returns the function that cancels it. */
export function runTween(ms: number, frame: (t: number) => void, done: () => void): () => void {
  const startedAt = performance.now();
  let handle = requestAnimationFrame(tick);

  function tick(now: number): void {
    const t = Math.min((now - startedAt) / ms, 1);
    frame(t);
    if (t < 1) handle = requestAnimationFrame(tick);
    else done();
  }
  return () => cancelAnimationFrame(handle);
}
