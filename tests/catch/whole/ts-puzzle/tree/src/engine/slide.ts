import { cellAt, indexOf } from "./grid";
import type { Dir, GameState, Grid, Pos, SlideResult } from "./types";

const DELTA: Record<Dir, Pos> = {
  U: { x: 0, y: -1 },
  R: { x: 1, y: 0 },
  D: { x: 0, y: 1 },
  L: { x: -1, y: 0 },
};

/**
 * The rules of the game, all of them:
 *  - the otter slides until a rock (or the edge) stops it;
 *  - snow stops it, too, but on the snow;
 *  - a fish is eaten in passing;
 *  - a crack holds once, then it is open water;
 *  - a hole or open water sinks the otter;
 *  - the burrow wins once all fish are eaten, before that it is plain ice.
 */
export function slide(grid: Grid, state: GameState, dir: Dir): SlideResult {
  const path: Pos[] = [state.otter];
  if (state.status !== "playing") return { state, path };

  const delta = DELTA[dir];
  const fishLeft = new Set(state.fishLeft);
  const broken = new Set(state.broken);
  let otter = state.otter;
  let status: GameState["status"] = "playing";

  for (;;) {
    const next: Pos = { x: otter.x + delta.x, y: otter.y + delta.y };
    const cell = cellAt(grid, next);
    if (cell === "rock") break;

    otter = next;
    path.push(next);
    const index = indexOf(grid, next);

    if (cell === "hole" || (cell === "crack" && broken.has(index))) {
      status = "sunk";
      break;
    }
    if (cell === "crack") broken.add(index);
    fishLeft.delete(index);
    if (cell === "snow") break;
    if (cell === "burrow" && fishLeft.size === 0) {
      status = "won";
      break;
    }
  }

  if (path.length === 1) return { state, path };
  return { state: { otter, fishLeft: sorted(fishLeft), broken: sorted(broken), status }, path };
}

function sorted(set: Set<number>): number[] {
  return [...set].sort((a, b) => a - b);
}
