import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/vendure/test/conformance/*.test.ts",
      "packages/vendure/test/*races.test.ts",
      "packages/vendure/test/channels.test.ts",
    ],
    globalSetup: "vitest.postgres.ts",
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
    pool: "forks",
    // A busy machine is no broken one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
