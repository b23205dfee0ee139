import { addFacts, type Fact } from "../payment/fact.ts";
import { lateGraceOf } from "../payment/subscription/calendar.ts";
import { type Cycle, type CycleKey, cycleId } from "../payment/subscription/cycle.ts";
import { deriveCycleState } from "../payment/subscription/derive-cycle-state.ts";
import {
  cycleDueDate,
  cycleExpectationsOf,
  isCycleExpected,
  isCycleFinished,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import { findingProblem, type JobChanges } from "./job-changes.ts";
import type { TransactionChanges } from "./transaction-changes.ts";

/** Where the gateway counts its days, and how late a charge may be: seconds. */
export interface BillingCalendar {
  readonly timeZone: string;
  readonly cycleMargin: number;
}

/** The later cycles of a book's subscriptions, as settling it leaves them. */
export class CycleChanges {
  readonly #known: ReadonlyMap<string, Cycle>;
  readonly #cycles: Map<string, Cycle>;
  readonly #overdue: CycleKey[] = [];
  readonly #work: JobChanges;
  readonly #transactions: TransactionChanges;
  readonly #calendar: BillingCalendar;

  constructor(
    known: readonly Cycle[],
    { work, transactions }: { readonly work: JobChanges; readonly transactions: TransactionChanges },
    calendar: BillingCalendar,
  ) {
    this.#known = new Map(known.map((cycle) => [cycleId(cycle), cycle]));
    this.#cycles = new Map(this.#known);
    this.#work = work;
    this.#transactions = transactions;
    this.#calendar = calendar;
  }

  add(key: CycleKey, fact: Fact): void {
    const cycle = this.#cycles.get(cycleId(key));
    const facts = addFacts(this.factsOf(key), [fact]);
    if (facts !== cycle?.facts)
      this.#cycles.set(cycleId(key), { version: 1, state: "created", ...cycle, ...key, facts });
  }

  factsOf(key: CycleKey): readonly Fact[] {
    return this.#cycles.get(cycleId(key))?.facts ?? [];
  }

  /** Of all that are in hand of a sale. */
  allFactsOf({ orderNumber }: Pick<CycleKey, "orderNumber">): readonly Fact[] {
    return [...this.#cycles.values()].flatMap((cycle) =>
      cycle.orderNumber === orderNumber ? cycle.facts : [],
    );
  }

  /** The day has come when this cycle should have been paid. */
  fallDue(key: CycleKey): void {
    this.#overdue.push(key);
  }

  /** Judges those of one subscription that are in hand, and brings along what follows. */
  settle(before: SubscriptionAttempt, after: SubscriptionAttempt): void {
    for (const cycle of this.#cycles.values())
      if (cycle.orderNumber === after.orderNumber) this.#judge(cycle, { before, after });
    if (after.takesReference && after.subscription?.closedAt !== undefined)
      this.#work.apply(after, { kind: "closed" });
    if (after.takesReference && !before.takesReference) this.#watch(after, 2);
    for (const { orderNumber, number } of this.#overdue)
      if (orderNumber === after.orderNumber) this.#look(after, number);
  }

  /** Those that this changes, with the state they had. */
  changed(): { readonly cycle: Cycle; readonly from: Cycle["state"] }[] {
    return [...this.#cycles].flatMap(([id, cycle]) => {
      const known = this.#known.get(id);
      return known === cycle ? [] : [{ cycle, from: known?.state ?? "created" }];
    });
  }

  /** What it had come to before needs no work: that was done, or is in hand, since the same commit. */
  #judge(cycle: Cycle, { before, after }: { before: SubscriptionAttempt; after: SubscriptionAttempt }): void {
    const { number, facts } = cycle;
    const known = this.#known.get(cycleId(cycle));
    const was = known && deriveCycleState(cycleExpectationsOf(before, number, this.#calendar), known.facts);
    const ofOthers = this.#transactions.ofOthers(cycle.orderNumber, number);
    const is = deriveCycleState(cycleExpectationsOf(after, number, this.#calendar), facts, ofOthers);
    if (is.state !== cycle.state) this.#cycles.set(cycleId(cycle), { ...cycle, state: is.state });
    if (is.state === "paid" && was?.state !== "paid")
      this.#work.apply(after, { kind: "cycle", cycle: number });
    const old = new Set(was?.items.map(({ kind, mark }) => `${kind}/${mark}`));
    for (const item of is.items)
      if (!old.has(`${item.kind}/${item.mark}`))
        this.#work.park(after, { kind: item.kind, cycle: number, mark: item.mark }, findingProblem(item));
  }

  #look(payment: SubscriptionAttempt, number: number): void {
    const cycle = this.#cycles.get(cycleId({ orderNumber: payment.orderNumber, number }));
    const due = cycleDueDate(payment, number, this.#calendar);
    this.#watch(payment, number + 1);
    if ((cycle !== undefined && isCycleFinished(cycle.state)) || !isCycleExpected(payment, number, due))
      return;
    const heard =
      cycle === undefined || cycle.state === "created"
        ? "No charge that could be booked was heard of"
        : `It is ${cycle.state}`;
    this.#work.park(
      payment,
      { kind: "cycle-missing", cycle: number },
      {
        code: "cycle_missing",
        message: `Cycle ${number} was due on ${due.toISOString().slice(0, 10)} and is not paid. ${heard}. Ask the gateway.`,
      },
    );
    this.#work.apply(payment, { kind: "missed", cycle: number });
  }

  #watch(payment: SubscriptionAttempt, number: number): void {
    const due = cycleDueDate(payment, number, this.#calendar);
    if (!isCycleExpected(payment, number, due)) return;
    const late = new Date(due.getTime() + lateGraceOf(payment.plan, this.#calendar.cycleMargin));
    this.#work.watch(payment, { kind: "cycle-due", cycle: number }, late);
  }
}
