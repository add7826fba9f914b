import type { Cell, GameState, Grid, Level, Pos } from "./types";

export class LevelError extends Error {
  constructor(levelId: string, message: string) {
    super(`level ${levelId}: ${message}`);
    this.name = "LevelError";
  }
}

const CELLS: Record<string, Cell> = {
  ".": "ice",
  "#": "rock",
  "*": "snow",
  O: "hole",
  x: "crack",
  G: "burrow",
  "@": "ice",
  f: "ice",
};

export function parseGrid(level: Level): Grid {
  const height = level.rows.length;
  const width = level.rows[0]?.length ?? 0;
  if (width === 0) throw new LevelError(level.id, "no rows");

  const cells: Cell[] = [];
  const fish: number[] = [];
  let start: Pos | null = null;
  let burrows = 0;

  level.rows.forEach((row, y) => {
    if (row.length !== width) throw new LevelError(level.id, `row ${y} has ${row.length} cells, not ${width}`);
    [...row].forEach((ch, x) => {
      const cell = CELLS[ch];
      if (!cell) throw new LevelError(level.id, `unknown character "${ch}" at ${x},${y}`);
      if (ch === "@") {
        if (start) throw new LevelError(level.id, "two otters");
        start = { x, y };
      }
      if (ch === "f") fish.push(cells.length);
      if (cell === "burrow") burrows += 1;
      cells.push(cell);
    });
  });

  if (!start) throw new LevelError(level.id, "no otter");
  if (burrows !== 1) throw new LevelError(level.id, `${burrows} burrows, not 1`);
  return { width, height, cells, start, fish };
}

export function indexOf(grid: Grid, pos: Pos): number {
  return pos.y * grid.width + pos.x;
}

/** Outside the grid is rock, so that levels need no frame. */
export function cellAt(grid: Grid, pos: Pos): Cell {
  if (pos.x < 0 || pos.y < 0 || pos.x >= grid.width || pos.y >= grid.height) return "rock";
  return grid.cells[indexOf(grid, pos)] ?? "rock";
}

export function initialState(grid: Grid): GameState {
  return { otter: grid.start, fishLeft: grid.fish, broken: [], status: "playing" };
}
