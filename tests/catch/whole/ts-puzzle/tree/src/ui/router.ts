export type Route =
  | { readonly name: "menu" }
  | { readonly name: "play"; readonly levelId: string }
  | { readonly name: "scores"; readonly levelId: string };

const MENU: Route = { name: "menu" };

/** Whatever it does not understand is the menu. */
export function parseHash(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("/").map(decode);
  const [name, levelId] = parts;
  if (parts.length !== 2 || !levelId) return MENU;
  if (name === "play" || name === "scores") return { name, levelId };
  return MENU;
}

/** The inverse of parseHash. */
export function toHash(route: Route): string {
  switch (route.name) {
    case "menu":
      return "#/";
    case "play":
    case "scores":
      return `#/${route.name}/${encodeURIComponent(route.levelId)}`;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Calls `onRoute` now and on each change of the hash. */
export function startRouter(onRoute: (route: Route) => void): void {
  const apply = () => onRoute(parseHash(location.hash));
  window.addEventListener("hashchange", apply);
  apply();
}
