import { defineConfig } from "vitest/config";

/**
 * Stryker runs the tests that reached a mutant, and only the first test of a file reaches the code of a schema that is made once. So each
 * test makes its schemas.
 */
const makeSchemasInEachTest = {
  name: "make-schemas-in-each-test",
  load: (id: string) => (id.endsWith("/src/lazily.ts") ? "export const lazily = (make) => make;" : undefined),
};

/** What runs for each mutant: the tests of its own module and its neighbours. A module must notice its faults by itself. */
export default defineConfig({
  plugins: [makeSchemasInEachTest],
  test: {
    include: [
      "test/protocol/{signature,money,notification}/**/*.test.ts",
      "test/payment/**/*.test.ts",
      // Of `payment/alert.ts`.
      "test/alerts/*.test.ts",
    ],
    testTimeout: 20_000,
  },
});
