import { formatTime, stars } from "../engine/score";
import type { Level } from "../engine/types";
import type { ScoreRow } from "../net/api";
import { el } from "./dom";
import { toHash } from "./router";

export function renderScoreboard(root: HTMLElement, level: Level, rows: readonly ScoreRow[]): void {
  const body =
    rows.length === 0
      ? el("p", { class: "note" }, "Nobody yet. Be the first otter.")
      : el(
          "table",
          { class: "scores" },
          el(
            "tr",
            {},
            ...["#", "Player", "Moves", "Time", ""].map((head) => el("th", {}, head)),
          ),
          ...rows.map((row, i) => scoreLine(level, row, i + 1)),
        );
  root.replaceChildren(
    el("h1", {}, `Scores: ${level.title}`),
    body,
    el("a", { href: toHash({ name: "play", levelId: level.id }) }, "Play"),
    " ",
    el("a", { href: toHash({ name: "menu" }) }, "Menu"),
  );
}

function scoreLine(level: Level, row: ScoreRow, rank: number): HTMLElement {
  return el(
    "tr",
    {},
    el("td", {}, String(rank)),
    el("td", {}, row.player),
    el("td", {}, String(row.moves)),
    el("td", {}, formatTime(row.ms)),
    el("td", {}, "★".repeat(stars(row.moves, level.par))),
  );
}
