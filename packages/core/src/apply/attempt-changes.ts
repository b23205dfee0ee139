import type { Attempt } from "../payment/attempt.ts";
import { boundFacts } from "../payment/classify-facts.ts";
import { addFacts, type Fact } from "../payment/fact.ts";
import type { CycleChanges } from "./cycle-changes.ts";

/** The attempts of a payment while a change is planned, by their ids. The facts of later cycles are in `CycleChanges`. */
export class AttemptChanges {
  readonly #before: ReadonlyMap<string, Attempt>;
  readonly #attempts: Map<string, Attempt>;
  readonly #cycles: CycleChanges;

  constructor(attempts: readonly Attempt[], cycles: CycleChanges) {
    this.#before = new Map(attempts.map((attempt) => [attempt.attemptId, attempt]));
    this.#attempts = new Map(this.#before);
    this.#cycles = cycles;
  }

  /** The attempts as they were loaded, by id. */
  get before(): ReadonlyMap<string, Attempt> {
    return this.#before;
  }

  get all(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }

  /** The attempts that are not as they were loaded. */
  get changed(): readonly Attempt[] {
    return this.all.filter((attempt) => this.#before.get(attempt.attemptId) !== attempt);
  }

  find(attemptId: string): Attempt | undefined {
    return this.#attempts.get(attemptId);
  }

  replace<Changed extends Attempt>(attempt: Changed): Changed {
    this.#attempts.set(attempt.attemptId, attempt);
    return attempt;
  }

  /** Adds a fact of the sale, or of a later cycle. */
  addFact(attempt: Attempt, cycle: number | undefined, fact: Fact): void {
    if (cycle !== undefined) {
      this.#cycles.addFact({ attemptId: attempt.attemptId, number: cycle }, fact);
      return;
    }
    const facts = boundFacts(addFacts(attempt.facts, [fact]));
    if (facts !== attempt.facts) this.replace({ ...attempt, facts });
  }

  /** Returns the facts of the sale, or of a later cycle. */
  factsOf(attempt: Attempt, cycle: number | undefined): readonly Fact[] {
    if (cycle === undefined) return attempt.facts;
    return this.#cycles.factsOf({ attemptId: attempt.attemptId, number: cycle });
  }
}
