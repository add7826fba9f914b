import type { Dir } from "../engine/types";

/** What a player can ask for while playing; keyboard and swipe both speak it. */
export interface PlayActions {
  move(dir: Dir): void;
  undo(): void;
  restart(): void;
  leave(): void;
}

const MOVES: Record<string, Dir> = {
  ArrowUp: "U",
  ArrowRight: "R",
  ArrowDown: "D",
  ArrowLeft: "L",
  w: "U",
  d: "R",
  s: "D",
  a: "L",
};

/** Keys typed into the name field are not moves. */
function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement;
}

/** Returns the function that detaches it. */
export function attachKeyboard(target: EventTarget, actions: PlayActions): () => void {
  const onKey = (e: Event) => {
    const event = e as KeyboardEvent;
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const dir = MOVES[event.key];
    if (dir) actions.move(dir);
    else if (event.key === "z" || event.key === "Backspace") actions.undo();
    else if (event.key === "r") actions.restart();
    else if (event.key === "Escape") actions.leave();
    else return;
    event.preventDefault();
  };
  target.addEventListener("keydown", onKey);
  return () => target.removeEventListener("keydown", onKey);
}
