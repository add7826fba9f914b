import { initialState, parseGrid } from "./grid";
import { MAX_MOVES } from "./score";
import { slide } from "./slide";
import type { Dir, GameState, Grid, Level, SlideResult } from "./types";

interface Turn {
  readonly dir: Dir;
  readonly after: GameState;
}

/** One attempt at a level: the rules plus undo, restart and the clock. */
export class Game {
  readonly grid: Grid;
  private turns: Turn[] = [];
  private startedAt: number | null = null;
  private wonAt: number | null = null;

  constructor(
    readonly level: Level,
    private readonly now: () => number = Date.now,
  ) {
    this.grid = parseGrid(level);
  }

  get state(): GameState {
    return this.turns.at(-1)?.after ?? initialState(this.grid);
  }

  /** Moves that count: undone ones are forgotten, bumping into a rock never counted. */
  get moves(): number {
    return this.turns.length;
  }

  /** Null when nothing happened: the otter did not move, is done, or naps (MAX_MOVES). */
  move(dir: Dir): SlideResult | null {
    if (this.turns.length >= MAX_MOVES) return null;
    const result = slide(this.grid, this.state, dir);
    if (result.path.length === 1) return null;

    this.startedAt ??= this.now();
    this.turns.push({ dir, after: result.state });
    if (result.state.status === "won") this.wonAt = this.now();
    return result;
  }

  /** Takes back the last move. A won game stays won. */
  undo(): boolean {
    if (this.state.status === "won") return false;
    return this.turns.pop() !== undefined;
  }

  restart(): void {
    this.turns = [];
    this.startedAt = null;
    this.wonAt = null;
  }

  /** From the first move to the win, or to now. Undo does not turn the clock back. */
  elapsedMs(): number {
    if (this.startedAt === null) return 0;
    return (this.wonAt ?? this.now()) - this.startedAt;
  }
}
