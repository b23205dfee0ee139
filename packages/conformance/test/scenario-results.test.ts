import { expect, test } from "vitest";
import { type AbilityDeclarations, abilityNames } from "../src/abilities.ts";
import { computeExpectedResults, ResultCollector } from "../src/scenario-results.ts";
import { findSkipReason, listRuns } from "../src/scenario-runs.ts";
import { scenarios } from "../src/scenarios/index.ts";

const implemented = Object.fromEntries(abilityNames.map((name) => [name, "implemented"]));
const reason = "This shop has no tax office.";
const abilities = { ...implemented, stock: { notApplicable: reason } } as AbilityDeclarations;

/** Plays all runs, except the failed one, which starts and does not pass. */
function playAll({ failed, without }: { failed?: string; without?: string } = {}): ResultCollector {
  const collector = new ResultCollector();
  for (const [id, scenario] of Object.entries(scenarios))
    for (const run of listRuns(scenario)) {
      if (`${id}/${run.name}` === without) continue;
      collector.start(id, run.name);
      const missing = findSkipReason({ abilities }, scenario, run);
      if (missing !== undefined) collector.skip(id, missing);
      else if (`${id}/${run.name}` !== failed) collector.pass(id);
    }
  return collector;
}

test("the results of a run without failures name what passed and what does not apply", () => {
  const collector = playAll();
  expect(collector.isComplete).toBe(true);
  expect(collector.results(abilities)).toEqual(computeExpectedResults(abilities));
  expect(computeExpectedResults(abilities)).toMatchObject({
    "renewal-sold-out": { notApplicable: reason },
    repeats: { passed: expect.any(Number) },
  });
});

test("one failed run of a scenario makes only the result of this scenario failed", () => {
  const results = playAll({ failed: "paid/card, utc_plus_8" }).results(abilities);
  expect(results).toEqual({ ...computeExpectedResults(abilities), paid: { failed: true } });
});

test("a run that ends after its time limit has failed, even if its scenario passed", () => {
  const collector = playAll();
  collector.fail("paid");
  expect(collector.results(abilities).paid).toEqual({ failed: true });
});

test("a run that leaves out one variant is not complete", () => {
  expect(playAll({ without: "paid/card" }).isComplete).toBe(false);
});
