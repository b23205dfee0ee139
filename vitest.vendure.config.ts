import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/vendure/test/conformance/*.test.ts", "packages/vendure/test/*races.test.ts"],
    globalSetup: "vitest.postgres.ts",
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
    pool: "forks",
    testTimeout: 20_000,
  },
});
