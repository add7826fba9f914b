import { indexOf } from "../engine/grid";
import type { Cell, GameState, Grid, SlideResult } from "../engine/types";
import { along, runTween, SLIDE_MS } from "./tween";

const CELL_PX = 48;

const COLORS: Record<Cell, string> = {
  ice: "#bfe6f5",
  rock: "#5b6770",
  snow: "#ffffff",
  hole: "#0b3a57",
  crack: "#9fd0e4",
  burrow: "#b98a57",
};

export class CanvasRenderer {
  private readonly ctx: CanvasRenderingContext2D;
  private cancel: () => void = () => {};

  constructor(
    canvas: HTMLCanvasElement,
    private readonly grid: Grid,
  ) {
    canvas.width = grid.width * CELL_PX;
    canvas.height = grid.height * CELL_PX;
    const ctx = canvas.getContext("2d");
    if (!ctx) throw new Error("no 2d canvas in this browser");
    this.ctx = ctx;
  }

  /** Draws a state at rest; a running slide is cut short. */
  draw(state: GameState): void {
    this.cancel();
    this.paint(state, state.otter);
  }

  /** Slides the otter along the path, then draws the state after it. */
  animate(before: GameState, result: SlideResult): void {
    this.cancel();
    this.cancel = runTween(
      SLIDE_MS,
      (t) => this.paint(before, along(result.path, t)),
      () => this.paint(result.state, result.state.otter),
    );
  }

  dispose(): void {
    this.cancel();
  }

  private paint(state: GameState, otter: { x: number; y: number }): void {
    const { ctx, grid } = this;
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        const index = indexOf(grid, { x, y });
        const cell = grid.cells[index]!;
        ctx.fillStyle = state.broken.includes(index) ? COLORS.hole : COLORS[cell];
        ctx.fillRect(x * CELL_PX, y * CELL_PX, CELL_PX - 1, CELL_PX - 1);
        if (state.fishLeft.includes(index)) this.glyph("🐟", x, y);
      }
    }
    this.glyph(state.status === "sunk" ? "💦" : "🦦", otter.x, otter.y);
  }

  private glyph(text: string, x: number, y: number): void {
    this.ctx.font = `${CELL_PX * 0.7}px serif`;
    this.ctx.textAlign = "center";
    this.ctx.textBaseline = "middle";
    this.ctx.fillText(text, (x + 0.5) * CELL_PX, (y + 0.5) * CELL_PX);
  }
}
