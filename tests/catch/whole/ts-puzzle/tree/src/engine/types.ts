/** A direction the otter can be pushed. The order of DIRS is used by the level solver: keep it. */
export type Dir = "U" | "R" | "D" | "L";
export const DIRS: readonly Dir[] = ["U", "R", "D", "L"];

export type Cell = "ice" | "rock" | "snow" | "hole" | "crack" | "burrow";

export interface Pos {
  readonly x: number;
  readonly y: number;
}

/** A level as it lies in src/levels/data/*.json. */
export interface Level {
  readonly id: string;
  readonly title: string;
  /** Fewest moves that win it; scripts/check-levels.ts proves it. */
  readonly par: number;
  readonly rows: readonly string[];
}

/** A parsed level: everything that never changes while playing. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly cells: readonly Cell[];
  readonly start: Pos;
  /** Cell indexes of all fish. */
  readonly fish: readonly number[];
}

export type Status = "playing" | "won" | "sunk";

/** Everything that changes. Never mutated: each slide makes a new one. */
export interface GameState {
  readonly otter: Pos;
  /** Cell indexes of the fish still on the ice, ascending. */
  readonly fishLeft: readonly number[];
  /** Cell indexes of the cracks that have been crossed and are open water now, ascending. */
  readonly broken: readonly number[];
  readonly status: Status;
}

export interface SlideResult {
  readonly state: GameState;
  /** Cells the otter passes, from the one it left to the one it stops on. One entry = did not move. */
  readonly path: readonly Pos[];
}
