import { addFacts, type Fact } from "../payment/fact.ts";
import { graceOf } from "../subscription/calendar.ts";
import { type Cycle, type CycleKey, cycleId } from "../subscription/cycle.ts";
import { judgeCycle } from "../subscription/judge-cycle.ts";
import {
  cycleDueOf,
  cycleTermsOf,
  isExpected,
  isOver,
  type Subscription,
} from "../subscription/subscription.ts";
import type { DraftTransactions } from "./draft-transactions.ts";
import { type DraftWork, itemProblem } from "./draft-work.ts";

/** Where the gateway counts its days, and how late a charge may be: seconds. */
export interface Calendar {
  readonly timeZone: string;
  readonly cycleMargin: number;
}

/** The later cycles of a book's subscriptions, as settling it leaves them. */
export class DraftCycles {
  readonly #known: ReadonlyMap<string, Cycle>;
  readonly #cycles: Map<string, Cycle>;
  readonly #overdue: CycleKey[] = [];
  readonly #work: DraftWork;
  readonly #transactions: DraftTransactions;
  readonly #calendar: Calendar;

  constructor(
    known: readonly Cycle[],
    { work, transactions }: { readonly work: DraftWork; readonly transactions: DraftTransactions },
    calendar: Calendar,
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
  settle(before: Subscription, after: Subscription): void {
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
  #judge(cycle: Cycle, { before, after }: { before: Subscription; after: Subscription }): void {
    const { number, facts } = cycle;
    const known = this.#known.get(cycleId(cycle));
    const was = known && judgeCycle(cycleTermsOf(before, number, this.#calendar), known.facts);
    const ofOthers = this.#transactions.ofOthers(cycle.orderNumber, number);
    const is = judgeCycle(cycleTermsOf(after, number, this.#calendar), facts, ofOthers);
    if (is.state !== cycle.state) this.#cycles.set(cycleId(cycle), { ...cycle, state: is.state });
    if (is.state === "paid" && was?.state !== "paid")
      this.#work.apply(after, { kind: "cycle", cycle: number });
    const old = new Set(was?.items.map(({ kind, mark }) => `${kind}/${mark}`));
    for (const item of is.items)
      if (!old.has(`${item.kind}/${item.mark}`))
        this.#work.park(after, { kind: item.kind, cycle: number, mark: item.mark }, itemProblem(item));
  }

  #look(payment: Subscription, number: number): void {
    const cycle = this.#cycles.get(cycleId({ orderNumber: payment.orderNumber, number }));
    const due = cycleDueOf(payment, number, this.#calendar);
    this.#watch(payment, number + 1);
    if ((cycle !== undefined && isOver(cycle.state)) || !isExpected(payment, number, due)) return;
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

  #watch(payment: Subscription, number: number): void {
    const due = cycleDueOf(payment, number, this.#calendar);
    if (!isExpected(payment, number, due)) return;
    const late = new Date(due.getTime() + graceOf(payment.plan, this.#calendar.cycleMargin));
    this.#work.watch(payment, { kind: "cycle-due", cycle: number }, late);
  }
}
