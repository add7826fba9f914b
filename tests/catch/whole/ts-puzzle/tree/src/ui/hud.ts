import type { Game } from "../engine/game";
import { formatTime, stars } from "../engine/score";
import { nextLevel } from "../levels";
import { el } from "./dom";
import { toHash } from "./router";

export interface HudHandlers {
  undo(): void;
  restart(): void;
  /** Resolves once the score is stored. */
  submit(player: string): Promise<void>;
}

/** The line above the canvas and the panel that appears after a win. */
export class Hud {
  private readonly counter = el("span", { class: "counter" });
  private readonly panel = el("div", { class: "panel", hidden: true });

  constructor(
    root: HTMLElement,
    private readonly game: Game,
    private readonly handlers: HudHandlers,
  ) {
    root.append(
      el(
        "div",
        { class: "hud" },
        el("strong", {}, game.level.title),
        this.counter,
        el("button", { onclick: () => handlers.undo() }, "Undo"),
        el("button", { onclick: () => handlers.restart() }, "Restart"),
        el("a", { href: toHash({ name: "menu" }) }, "Menu"),
      ),
      this.panel,
    );
    this.update();
  }

  update(): void {
    const { game } = this;
    this.counter.textContent = `${game.moves} moves (par ${game.level.par})`;
    if (game.state.status === "won") this.showWin();
    else this.panel.hidden = true;
  }

  private showWin(): void {
    const { game, handlers } = this;
    const name = el("input", { maxlength: "16", placeholder: "your name", "aria-label": "your name" });
    const note = el("p", { class: "note" });
    const send = el("button", {}, "Save score");
    send.addEventListener("click", async () => {
      send.disabled = true;
      try {
        await handlers.submit(name.value.trim() || "otter");
        note.textContent = "Saved. The other otters are impressed.";
      } catch (error) {
        note.textContent = `Not saved: ${error instanceof Error ? error.message : "no idea why"}`;
        send.disabled = false;
      }
    });

    const next = nextLevel(game.level.id);
    this.panel.replaceChildren(
      el("h2", {}, "★".repeat(stars(game.moves, game.level.par))),
      el("p", {}, `${game.moves} moves in ${formatTime(game.elapsedMs())}`),
      name,
      send,
      note,
      el("a", { href: toHash({ name: "scores", levelId: game.level.id }) }, "Scores"),
      ...(next ? [" ", el("a", { href: toHash({ name: "play", levelId: next.id }) }, "Next level")] : []),
    );
    this.panel.hidden = false;
  }
}
