import { describe, expect, it } from "vitest";
import { Game } from "../../src/engine/game";
import type { Level } from "../../src/engine/types";

const level: Level = { id: "test", title: "Test", par: 2, rows: ["f@.G."] };

describe("Game", () => {
  it("counts only moves that move", () => {
    const game = new Game({ ...level, rows: ["@.#fG"] });
    expect(game.move("U")).toBeNull();
    expect(game.move("R")).not.toBeNull();
    expect(game.move("R")).toBeNull();
    expect(game.moves).toBe(1);
  });

  it("undoes moves, but not a win", () => {
    const game = new Game(level);
    expect(game.undo()).toBe(false);
    game.move("R");
    expect(game.undo()).toBe(true);
    expect(game.moves).toBe(0);
    game.move("L");
    game.move("R");
    expect(game.state.status).toBe("won");
    expect(game.undo()).toBe(false);
  });

  it("runs the clock from the first move to the win", () => {
    let time = 1000;
    const game = new Game(level, () => time);
    time = 5000;
    expect(game.elapsedMs()).toBe(0);
    game.move("L");
    time = 5700;
    game.move("R");
    time = 9999;
    expect(game.elapsedMs()).toBe(700);
  });
});
