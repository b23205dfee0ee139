import { computeExpectedResults, conformance } from "@pay-index/conformance";
import { sqljsDriver } from "./drivers.mts";

/** Plays each scenario of a half in its first way. Each half is a file, so that all workers are busy. */
export function playHalfOfScenarios(half: 1 | 2): void {
  const ids = Object.keys(computeExpectedResults(sqljsDriver.abilities));
  const only = ids.filter((_, index) => index % 2 === half - 1);
  conformance(`Vendure on sql.js, half ${half}`, sqljsDriver, { only });
}
