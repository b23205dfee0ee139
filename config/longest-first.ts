import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Parts of the paths of the tests that take longest, the longest first. Many are small files that run a large suite. */
const longest = [
  "/medusa/test/medusa",
  "/medusa/test/conformance/",
  "/vendure/test/conformance/",
  "/medusa-shop/",
  "/vendure-shop/",
  "/express/test/conformance/",
  "/express-shop/",
  "-postgres.test.ts",
];

/** Starts the longest tests first, so that no worker waits for them at the end. Vitest sorts by the size of a file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((part) => moduleId.includes(part));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
