import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/packaging/*.packaging.ts"],
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
