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
  /** Whether each run that started has ended: it passed, or it does not apply. */
  readonly #runs = new Map<string, boolean>();
  readonly #failed = new Set<string>();

  start(scenario: string, run: string): void {
    this.#runs.set(`${scenario}/${run}`, false);
  }

  end(scenario: string, run: string): void {
    this.#runs.set(`${scenario}/${run}`, true);
  }

  /** Counts even if the run also passed, such as after its time was over. */
  fail(scenario: string): void {
    this.#failed.add(scenario);
  }

  /** Whether every run of every scenario has started. A part of them shows nothing about the others. */
  get isComplete(): boolean {
    return Object.entries(scenarios).every(([id, scenario]) =>
      listRuns(scenario).every(({ name }) => this.#runs.has(`${id}/${name}`)),
    );
  }

  /** Returns the results. A scenario with one failed run has failed. */
  results(abilities: AbilityDeclarations): ScenarioResults {
    const results = Object.entries(computeExpectedResults(abilities)).map(([id, expected]) => {
      const hasEnded = [...this.#runs].every(([run, isOver]) => isOver || !run.startsWith(`${id}/`));
      return [id, this.#failed.has(id) || !hasEnded ? { failed: true } : expected];
    });
    return Object.fromEntries(results);
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
