import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { proxy: { "/api": "http://localhost:8787" } },
  // DOM tests say `// @vitest-environment jsdom` on their first line.
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
