import { defineConfig } from "vitest/config";

/** What runs for each mutant: the examples of its own room and its neighbours. A room must notice its faults by itself. */
export default defineConfig({
  test: {
    include: ["test/{signature,money,notification,payment,subscription}/**/*.test.ts"],
    testTimeout: 20_000,
  },
});
