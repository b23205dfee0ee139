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
    testTimeout: 20_000,
  },
});
