import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest begins first, so that nothing else waits for it in the end. Vitest itself goes by the size of a file. */
const longest = ["/medusa-shop/", "/vendure-shop/", "/express-shop/"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((shop) => moduleId.includes(shop));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/test/**/*.browser.test.ts", "tests/**/*.browser.test.ts"],
    // A test tells nobody that it ran.
    env: { VENDURE_DISABLE_TELEMETRY: "true" },
    setupFiles: "tests/browser/record-failed-tests.ts",
    pool: "forks",
    // A file waits for pages much of the time, so that three keep two cores busy: each shop has one.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A purchase is a dozen pages. What does not come is missed much sooner.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
