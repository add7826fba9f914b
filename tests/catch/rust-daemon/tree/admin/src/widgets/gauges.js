import { listGauges } from "../api.js";
import { escapeHtml, formatAge, formatLevel } from "../format.js";
import { registerWidget } from "./registry.js";

export function renderGauges(gauges, now = Date.now() / 1000) {
  const rows = gauges.map(
    (g) =>
      `<tr><td>${escapeHtml(g.gauge)}</td><td>${formatLevel(g.level_mm)}</td>` +
      `<td>${formatAge(g.at, now)}</td></tr>`,
  );
  return `<table>${rows.join("")}</table>`;
}

registerWidget("gauges", { load: listGauges, render: renderGauges, everySeconds: 15 });
