import type { AbilityDeclarations } from "./abilities.ts";
import { findSkipReason, listRuns } from "./scenario-runs.ts";
import { scenarios } from "./scenarios/index.ts";

/**
 * What a run showed about a scenario: the number of its runs that passed, and how many of these were with what a real gateway was recorded
 * to send. Or why none of them applies to the host, or that it failed.
 */
export type ScenarioResult =
  | { readonly passed: number; readonly recorded?: number }
  | { readonly notApplicable: string }
  | { readonly failed: true };

/** The result of each scenario, by its id. */
export type ScenarioResults = Readonly<Record<string, ScenarioResult>>;

/** Collects the results of one run. */
export class ResultCollector {
  readonly #started = new Set<string>();
  readonly #passed = new Map<string, number>();
  readonly #failed = new Set<string>();
  readonly #skipped = new Map<string, string>();

  start(scenario: string, run: string): void {
    this.#started.add(`${scenario}/${run}`);
  }

  pass(scenario: string): void {
    this.#passed.set(scenario, (this.#passed.get(scenario) ?? 0) + 1);
  }

  /** Counts even if the run also passed, such as after its time was over. */
  fail(scenario: string): void {
    this.#failed.add(scenario);
  }

  skip(scenario: string, reason: string): void {
    if (!this.#skipped.has(scenario)) this.#skipped.set(scenario, reason);
  }

  /** Whether every run of every scenario has started. A part of them shows nothing about the others. */
  get isComplete(): boolean {
    return Object.entries(scenarios).every(([id, scenario]) =>
      listRuns(scenario).every(({ name }) => this.#started.has(`${id}/${name}`)),
    );
  }

  /** Returns the results. A scenario with one failed run has failed. */
  results(abilities: AbilityDeclarations): ScenarioResults {
    return Object.fromEntries(
      Object.entries(computeExpectedResults(abilities)).map(([id, expected]) => [
        id,
        this.#resultOf(id, expected),
      ]),
    );
  }

  #resultOf(id: string, expected: ScenarioResult): ScenarioResult {
    if (this.#failed.has(id)) return { failed: true };
    const skipped = this.#skipped.get(id);
    if ("notApplicable" in expected && skipped !== undefined) return { notApplicable: skipped };
    const passed = this.#passed.get(id) ?? 0;
    return "passed" in expected && expected.passed === passed ? expected : { failed: true };
  }
}

/** Returns the results of a run without failures on a host with these abilities. */
export function computeExpectedResults(abilities: AbilityDeclarations): ScenarioResults {
  return Object.fromEntries(
    Object.entries(scenarios).map(([id, scenario]): [string, ScenarioResult] => {
      const runs = listRuns(scenario);
      const reasons = runs.map((run) => findSkipReason({ abilities }, scenario, run));
      const applicable = runs.filter((_, index) => reasons[index] === undefined);
      const recorded = applicable.filter(({ quirk }) => quirk === "recorded").length;
      const passed = { passed: applicable.length, ...(recorded > 0 ? { recorded } : {}) };
      return [id, applicable.length > 0 ? passed : { notApplicable: reasons[0] ?? "" }];
    }),
  );
}
