import { computeExpectedResults, conformance } from "@pay-index/conformance";
import { medusaCapabilities } from "./capabilities.mts";
import { driverOn } from "./driver.mts";

/** Plays each scenario of a quarter in its first way. Each quarter is a file, so that all workers are busy. */
export function playQuarterOfScenarios(quarter: 1 | 2 | 3 | 4): void {
  const ids = Object.keys(computeExpectedResults(medusaCapabilities));
  const only = ids.filter((_, index) => index % 4 === quarter - 1);
  conformance(`Medusa on Postgres, quarter ${quarter}`, driverOn(), { only });
}
