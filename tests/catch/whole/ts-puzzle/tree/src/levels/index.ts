import type { Level } from "../engine/types";
import puddle from "./data/01-puddle.json";
import drift from "./data/02-drift.json";
import thinIce from "./data/03-thin-ice.json";
import sealHole from "./data/04-seal-hole.json";
import longWayHome from "./data/05-long-way-home.json";

/** In the order of the menu. An id is the name of its file and never changes once released. */
export const LEVELS: readonly Level[] = [puddle, drift, thinIce, sealHole, longWayHome];

export function levelById(id: string): Level | undefined {
  return LEVELS.find((level) => level.id === id);
}

export function nextLevel(id: string): Level | undefined {
  const at = LEVELS.findIndex((level) => level.id === id);
  return at < 0 ? undefined : LEVELS[at + 1];
}
