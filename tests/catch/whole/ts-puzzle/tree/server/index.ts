import { createApp } from "./app";
import { openDb } from "./db";

const port = Number(process.env.PORT ?? 8787);
const path = process.env.SCORES_DB ?? "scores.sqlite";

const db = openDb(path);
const server = createApp(db);
server.listen(port, () => console.log(`scores from ${path} on http://localhost:${port}/api/scores`));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    server.close(() => {
      db.close();
      process.exit(0);
    });
  });
}
