import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/dashboard/*.dashboard.ts"],
    pool: "forks",
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
