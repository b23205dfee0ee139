import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/sabotage/*.sabotage.ts"],
    pool: "forks",
    // Each plays a whole suite in a process of its own.
    maxConcurrency: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
  },
});
