import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    // Minutes long: .ci/long plays the scenarios on Vendure and Medusa, each with a vitest.*.config.ts of its own.
    exclude: ["**/node_modules/**", "**/*.browser.test.ts", "packages/{medusa,vendure}/test/conformance/**"],
    globalSetup: "vitest.postgres.ts",
    setupFiles: "vitest.seed.ts",
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true", MEDUSA_DISABLE_TELEMETRY: "true" },
    pool: "forks",
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: 2,
    // A busy machine is no broken one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});
