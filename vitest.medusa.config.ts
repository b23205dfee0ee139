import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/medusa/test/conformance/*.test.ts"],
    globalSetup: "vitest.postgres.ts",
    // A test tells nobody that it ran.
    env: { MEDUSA_DISABLE_TELEMETRY: "true" },
    pool: "forks",
    // Each file starts whole shops.
    fileParallelism: false,
    // A busy machine is no broken one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
