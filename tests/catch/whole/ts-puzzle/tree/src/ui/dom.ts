type Props = Record<string, string | boolean | ((event: Event) => void)>;

/** el("button", { class: "big", onclick: go }, "Go"): functions become listeners, the rest attributes. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key.replace(/^on/, ""), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false) node.setAttribute(key, value);
  }
  // Strings become text nodes, so a player called "<b>" stays harmless.
  node.append(...children);
  return node;
}
