/** Parses every level and proves its par by breadth-first search. Run before releasing a level. */
import { initialState, parseGrid } from "../src/engine/grid";
import { slide } from "../src/engine/slide";
import { DIRS, type GameState, type Level } from "../src/engine/types";
import { LEVELS } from "../src/levels";

function key(state: GameState): string {
  return `${state.otter.x},${state.otter.y}|${state.fishLeft.join()}|${state.broken.join()}`;
}

/** The first shortest solution, trying U, R, D, L in that order; null when there is none. */
function solve(level: Level): string | null {
  const grid = parseGrid(level);
  const first = initialState(grid);
  const seen = new Set([key(first)]);
  let wave: { state: GameState; moves: string }[] = [{ state: first, moves: "" }];
  while (wave.length > 0) {
    const next: typeof wave = [];
    for (const { state, moves } of wave) {
      for (const dir of DIRS) {
        const after = slide(grid, state, dir).state;
        if (after.status === "won") return moves + dir;
        if (after.status === "sunk" || seen.has(key(after))) continue;
        seen.add(key(after));
        next.push({ state: after, moves: moves + dir });
      }
    }
    wave = next;
  }
  return null;
}

let bad = 0;
for (const level of LEVELS) {
  const solution = solve(level);
  const ok = solution !== null && solution.length === level.par;
  if (!ok) bad += 1;
  console.log(`${ok ? "ok " : "BAD"} ${level.id}: par ${level.par}, best ${solution ?? "none"}`);
}
process.exitCode = bad > 0 ? 1 : 0;
