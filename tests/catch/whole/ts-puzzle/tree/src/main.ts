import { Game } from "./engine/game";
import type { Level } from "./engine/types";
import { attachKeyboard, type PlayActions } from "./input/keyboard";
import { attachSwipe } from "./input/swipe";
import { levelById } from "./levels";
import { fetchScores, submitScore } from "./net/api";
import { CanvasRenderer } from "./render/canvas";
import { el } from "./ui/dom";
import { Hud } from "./ui/hud";
import { renderMenu } from "./ui/menu";
import { startRouter, toHash, type Route } from "./ui/router";
import { renderScoreboard } from "./ui/scoreboard";

const root = document.getElementById("app")!;

/** Undoes whatever the present screen has attached; called before the next one. */
let leaveScreen: () => void = () => {};

function show(route: Route): void {
  leaveScreen();
  leaveScreen = () => {};
  if (route.name === "menu") return renderMenu(root);
  const level = levelById(route.levelId);
  if (!level) {
    location.hash = toHash({ name: "menu" });
    return;
  }
  switch (route.name) {
    case "play":
      leaveScreen = playScreen(level);
      return;
    case "scores":
      leaveScreen = scoresScreen(level);
      return;
  }
}

function playScreen(level: Level): () => void {
  const game = new Game(level);
  const canvas = el("canvas");
  const hudRoot = el("div");
  root.replaceChildren(hudRoot, canvas);
  const renderer = new CanvasRenderer(canvas, game.grid);

  const settle = () => {
    renderer.draw(game.state);
    hud.update();
  };
  const actions: PlayActions = {
    move(dir) {
      const before = game.state;
      const result = game.move(dir);
      if (!result) return;
      renderer.animate(before, result);
      hud.update();
    },
    undo() {
      if (game.undo()) settle();
    },
    restart() {
      game.restart();
      settle();
    },
    leave() {
      location.hash = toHash({ name: "menu" });
    },
  };
  const hud = new Hud(hudRoot, game, {
    undo: actions.undo,
    restart: actions.restart,
    submit: (player) => submitScore({ levelId: level.id, player, moves: game.moves, ms: game.elapsedMs() }),
  });
  renderer.draw(game.state);

  const detach = [attachKeyboard(window, actions), attachSwipe(canvas, actions), () => renderer.dispose()];
  return () => detach.forEach((off) => off());
}

function scoresScreen(level: Level): () => void {
  let gone = false;
  root.replaceChildren(el("p", { class: "note" }, "Asking the otters …"));
  fetchScores(level.id).then(
    (rows) => {
      if (!gone) renderScoreboard(root, level, rows);
    },
    () => {
      if (!gone) root.replaceChildren(el("p", {}, "No scores today, the server is asleep."));
    },
  );
  return () => {
    gone = true;
  };
}

startRouter(show);
