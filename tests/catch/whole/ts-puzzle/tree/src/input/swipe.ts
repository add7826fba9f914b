import type { Dir } from "../engine/types";
import type { PlayActions } from "./keyboard";

/** Shorter swipes are taps, and taps do nothing (yet). */
const MIN_PX = 24;

export function swipeDir(dx: number, dy: number): Dir | null {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < MIN_PX) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "R" : "L";
  return dy > 0 ? "D" : "U";
}

/** Returns the function that detaches it. */
export function attachSwipe(target: HTMLElement, actions: Pick<PlayActions, "move">): () => void {
  let from: { x: number; y: number } | null = null;

  const onDown = (event: PointerEvent) => {
    from = { x: event.clientX, y: event.clientY };
  };
  const onUp = (event: PointerEvent) => {
    if (!from) return;
    const dir = swipeDir(event.clientX - from.x, event.clientY - from.y);
    from = null;
    if (dir) actions.move(dir);
  };

  target.addEventListener("pointerdown", onDown);
  target.addEventListener("pointerup", onUp);
  return () => {
    target.removeEventListener("pointerdown", onDown);
    target.removeEventListener("pointerup", onUp);
  };
}
