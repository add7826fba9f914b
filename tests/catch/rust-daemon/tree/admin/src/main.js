import { allWidgets } from "./widgets/registry.js";
import "./widgets/gauges.js";

async function refresh(name, widget, element) {
  try {
    element.innerHTML = widget.render(await widget.load());
    element.classList.remove("stale");
  } catch (error) {
    console.error(name, error);
    element.classList.add("stale");
  }
}

function start() {
  const panels = document.getElementById("panels");
  for (const [name, widget] of allWidgets()) {
    const element = document.createElement("section");
    element.id = `panel-${name}`;
    panels.append(element);
    refresh(name, widget, element);
    setInterval(() => refresh(name, widget, element), widget.everySeconds * 1000);
  }
}

start();
