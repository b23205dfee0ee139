import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["apps/*/test/*.nginx.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
