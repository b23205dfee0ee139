import { defineConfig } from "vitest/config";

/** What runs for each mutant: the tests of its own module and its neighbours. A module must notice its faults by itself. */
export default defineConfig({
  test: {
    include: ["test/protocol/{signature,money,notification}/**/*.test.ts", "test/payment/**/*.test.ts"],
    testTimeout: 20_000,
  },
});
