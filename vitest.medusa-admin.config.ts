import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/medusa-admin/*.admin.ts"],
    globalSetup: "vitest.postgres.ts",
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 1_200_000,
  },
});
