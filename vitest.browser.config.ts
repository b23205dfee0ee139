import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/test/**/*.browser.test.ts", "tests/**/*.browser.test.ts"],
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
    setupFiles: "tests/browser/keep-evidence.ts",
    pool: "forks",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
