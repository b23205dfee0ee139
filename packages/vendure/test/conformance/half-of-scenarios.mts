import { computeExpectedResults, conformance } from "@pay-index/conformance";
import { sqljsCapabilities } from "./capabilities.mts";
import { createSqljsDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

/** Plays each scenario of a half in its first way. Each half is a file, so that all workers are busy. */
export function playHalfOfScenarios(half: 1 | 2): void {
  const ids = Object.keys(computeExpectedResults(sqljsCapabilities));
  conformance(
    `Vendure on sql.js, half ${half}`,
    {
      abilities: sqljsCapabilities,
      open: (settings) => VendureShop.open(settings, createSqljsDatabase),
    },
    { only: ids.filter((_, index) => index % 2 === half - 1) },
  );
}
