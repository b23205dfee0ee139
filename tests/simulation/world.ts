import type { AddedFault, FaultName } from "./faults.ts";
import type { Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";

/** A promise of the project that a simulation broke. The name stays the same while a failure is made smaller. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
  readonly invariant: string;

  constructor(invariant: string, details: string) {
    super(details === "" ? invariant : `${invariant}: ${details}`);
    this.invariant = invariant;
  }
}

/** A line of the timeline. */
export interface TraceLine {
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/** The instant at which every simulation starts. */
export const startOfTime = Date.UTC(2026, 2, 1, 12);

/** Milliseconds by which a clock can jump, forward or back. */
export const longestJump = 3_600_000;

/** What all parts of one simulation share: its plan, its time, its faults and its timeline. */
export class World {
  readonly plan: Plan;
  readonly scheduler = new Scheduler();
  /** Delays and choices that nothing else decides. */
  readonly random: Random;
  readonly happened = new Set<FaultName>();
  /** The attempts that are missing in a restored backup. */
  readonly forgotten = new Set<string>();
  readonly lines: TraceLine[] = [];
  /** The added faults that had no opportunity yet. */
  readonly added: AddedFault[];
  /** Called after each line of the timeline. */
  onLine: ((line: TraceLine) => void) | undefined;
  #lineCount = 0;
  failure: BrokenInvariant | undefined;
  /** A digest of everything that happened: equal for two runs of one seed. */
  digest = 0;
  readonly #faults: Random;
  readonly #isTraced: boolean;

  constructor(plan: Plan, isTraced: boolean) {
    this.plan = plan;
    this.#isTraced = isTraced;
    this.added = [...plan.added];
    this.random = new Random(plan.seed, "schedule");
    this.#faults = new Random(plan.seed, "faults");
  }

  get now(): number {
    return this.scheduler.now;
  }

  get hasFaults(): boolean {
    return this.now < this.plan.faultsEnd;
  }

  /** Whether a fault can happen at all in this simulation. */
  mayHappen(fault: FaultName): boolean {
    return this.plan.rates.has(fault) || this.plan.added.some((each) => each.fault === fault);
  }

  /** The most milliseconds by which the clock of a process is wrong. */
  get clockError(): number {
    return this.mayHappen("clock jumps") ? longestJump : this.plan.skew;
  }

  /** Whether a fault happens now. */
  happens(fault: FaultName): boolean {
    if (!this.hasFaults) return false;
    const rate = this.plan.rates.get(fault);
    const isDrawn = rate !== undefined && this.#faults.chance(rate);
    if (!this.#isAdded(fault) && !isDrawn) return false;
    this.happened.add(fault);
    this.trace("fault", fault);
    return true;
  }

  #isAdded(fault: FaultName): boolean {
    const at = this.added.findIndex((each) => each.fault === fault && each.line <= this.#lineCount);
    return at >= 0 && this.added.splice(at, 1).length > 0;
  }

  /** A random delay in milliseconds: mostly short. */
  delay(most: number): number {
    return this.random.chance(0.8) ? this.random.int(Math.ceil(most / 10)) : this.random.int(most);
  }

  check(isKept: boolean, invariant: string, details: string | (() => string) = ""): void {
    if (isKept) return;
    const text = typeof details === "string" ? details : details();
    this.trace("BROKEN", `${invariant}: ${text}`);
    this.failure ??= new BrokenInvariant(invariant, text);
    this.scheduler.isStopped = true;
  }

  trace(who: string, what: string | (() => string)): void {
    this.digest = (Math.imul(this.digest, 31) + this.now + who.length) | 0;
    this.#lineCount++;
    if (!this.#isTraced) return;
    const line = { at: this.now, who, what: typeof what === "string" ? what : what() };
    this.lines.push(line);
    this.onLine?.(line);
  }
}
