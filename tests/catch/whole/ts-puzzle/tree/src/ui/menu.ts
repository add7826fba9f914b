import { LEVELS } from "../levels";
import { el } from "./dom";
import { toHash } from "./router";

export function renderMenu(root: HTMLElement): void {
  root.replaceChildren(
    el("h1", {}, "Slippery Otter"),
    el("p", { class: "note" }, "Eat all the fish, then slide home. Brakes not included."),
    el(
      "ol",
      {},
      ...LEVELS.map((level) =>
        el(
          "li",
          {},
          el("a", { href: toHash({ name: "play", levelId: level.id }) }, level.title),
          ` (par ${level.par}) `,
          el("a", { href: toHash({ name: "scores", levelId: level.id }) }, "scores"),
        ),
      ),
    ),
  );
}
