import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The folders with the tests that take longest, the longest first. */
const longest = ["/medusa-shop/", "/vendure-shop/", "/express-shop/"];

/** Starts the longest tests first, so that no worker waits for them at the end. Vitest sorts by the size of a file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((shop) => moduleId.includes(shop));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
