/** 2450 -> "2.45 m" */
export function formatLevel(millimetres) {
  return `${(millimetres / 1000).toFixed(2)} m`;
}

/** Seconds since 1970 -> "2026-01-05 08:30" in the reader's time zone. */
export function formatTime(seconds) {
  const date = new Date(seconds * 1000);
  const pad = (n) => String(n).padStart(2, "0");
  return (
    `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ` +
    `${pad(date.getHours())}:${pad(date.getMinutes())}`
  );
}

/** How long ago, in words: "just now", "5 min", "3 h". */
export function formatAge(seconds, nowSeconds) {
  const age = Math.max(0, nowSeconds - seconds);
  if (age < 60) return "just now";
  if (age < 3600) return `${Math.floor(age / 60)} min`;
  return `${Math.floor(age / 3600)} h`;
}

export function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
