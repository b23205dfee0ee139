import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/test/**/*.browser.test.ts", "tests/**/*.browser.test.ts"],
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
    setupFiles: "tests/browser/keep-evidence.ts",
    pool: "forks",
    // A file waits for pages most of the time. Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: 2,
    // A purchase is a dozen pages. What does not come is missed much sooner.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
