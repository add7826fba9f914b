const widgets = new Map();

/**
 * Registers a panel: `load` fetches its data, `render` turns data into HTML, `everySeconds` is how
 * often both are done again.
 */
export function registerWidget(name, { load, render, everySeconds }) {
  if (widgets.has(name)) throw new Error(`widget ${name} is registered twice`);
  widgets.set(name, { load, render, everySeconds });
}

export function allWidgets() {
  return [...widgets.entries()];
}
