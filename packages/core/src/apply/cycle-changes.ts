import type { Attempt } from "../payment/attempt.ts";
import {
  boundFacts,
  countReports,
  factsThatDecide,
  isFailure,
  mostHandledReports,
  reportsOnlyClosing,
} from "../payment/classify-facts.ts";
import { addFact, type Fact, type PaymentReport } from "../payment/fact.ts";
import { findingProblem } from "../payment/review-item.ts";
import { type Cycle, type CycleKey, cycleId } from "../payment/subscription/cycle.ts";
import { deriveCycleState, isOfOtherSubscription } from "../payment/subscription/derive-cycle-state.ts";
import {
  cycleDueDate,
  cycleExpectationsOf,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  lateGraceOf,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import {
  closeCancelledSubscription,
  isCancellationRequest,
} from "../payment/subscription/subscription-state.ts";
import { dedupeKeyAfter, jobsOfKind, type RowChanges } from "./row-changes.ts";
import type { TransactionChanges } from "./transaction-changes.ts";

/** A changed cycle, with its earlier state. */
export interface ChangedCycle {
  readonly cycle: Cycle;
  readonly from: Cycle["state"];
}

/** The changes of the later cycles of a payment's subscriptions. */
export class CycleChanges {
  readonly #known: ReadonlyMap<string, Cycle>;
  readonly #cycles: Map<string, Cycle>;
  readonly #dueForCheck: CycleKey[] = [];
  readonly #rows: RowChanges;
  readonly #transactions: TransactionChanges;

  constructor(rows: RowChanges, transactions: TransactionChanges) {
    this.#known = new Map(rows.payment.cycles.map((cycle) => [cycleId(cycle), cycle]));
    this.#cycles = new Map(this.#known);
    this.#rows = rows;
    this.#transactions = transactions;
  }

  addFact(key: CycleKey, fact: Fact): void {
    const cycle = this.#cycles.get(cycleId(key));
    const facts = boundFacts(addFact(this.factsOf(key), fact));
    if (facts !== cycle?.facts)
      this.#cycles.set(cycleId(key), { version: 1, state: "created", ...cycle, ...key, facts });
  }

  factsOf(key: CycleKey): readonly Fact[] {
    return this.#cycles.get(cycleId(key))?.facts ?? [];
  }

  /** Returns the facts of all loaded cycles of a subscription. */
  allFactsOf({ attemptId }: Pick<CycleKey, "attemptId">): readonly Fact[] {
    return [...this.#cycles.values()].flatMap((cycle) => (cycle.attemptId === attemptId ? cycle.facts : []));
  }

  /** Checks with this change whether the cycle, which should be paid by now, is paid. */
  checkOverdue(key: CycleKey): void {
    this.#dueForCheck.push(key);
  }

  /** Derives the loaded cycles of one subscription, and adds the jobs and review items that follow. */
  derive(before: SubscriptionAttempt, after: SubscriptionAttempt): void {
    for (const cycle of this.#cycles.values())
      if (cycle.attemptId === after.attemptId) this.#deriveCycle(cycle, { before, after });
    if (after.isWinning && after.subscription?.closedAt !== undefined)
      this.#rows.addClaimedJob(after, { kind: "report-subscription-closed" });
    if (after.isWinning && !before.isWinning) this.#scheduleCheck(after, 2);
    for (const { attemptId, number } of this.#dueForCheck)
      if (attemptId === after.attemptId) this.#check(after, number);
  }

  changed(): readonly ChangedCycle[] {
    return [...this.#cycles].flatMap(([id, cycle]) => {
      const known = this.#known.get(id);
      return known === cycle ? [] : [{ cycle, from: known?.state ?? "created" }];
    });
  }

  /** What the earlier facts required was added in the commit of these facts. */
  #deriveCycle(
    cycle: Cycle,
    { before, after }: { readonly before: SubscriptionAttempt; readonly after: SubscriptionAttempt },
  ): void {
    const rows = this.#rows;
    const { calendar } = rows;
    const { number, facts } = cycle;
    const known = this.#known.get(cycleId(cycle));
    const earlier = known && deriveCycleState(cycleExpectationsOf(before, number, calendar), known.facts);
    const ofOthers = this.#transactions.usedForOthers(cycle.attemptId, number);
    const { state, findings } = deriveCycleState(
      cycleExpectationsOf(after, number, calendar),
      factsThatDecide(facts),
      ofOthers,
    );
    if (state !== cycle.state) this.#cycles.set(cycleId(cycle), { ...cycle, state });
    if (state === "paid" && earlier?.state !== "paid")
      rows.addClaimedJob(after, { kind: "place-renewal", cycle: number });
    if (state === "failed") this.#reportDeclined(after, cycle, known?.facts ?? []);
    const earlierFindings = new Set(earlier?.findings.map(({ kind, dedupeKey }) => `${kind}/${dedupeKey}`));
    for (const finding of findings) {
      const { kind, dedupeKey } = finding;
      if (!earlierFindings.has(`${kind}/${dedupeKey}`))
        rows.openItem(after, { kind, cycle: number, dedupeKey }, { problem: findingProblem(finding) });
    }
  }

  /** Adds one report for each declined charge, up to a number (CYC-FAILED, STATE-BOUND). What was reported before has its job. */
  #reportDeclined(attempt: SubscriptionAttempt, { number, facts }: Cycle, known: readonly Fact[]): void {
    const added = facts.filter((fact) => !known.includes(fact));
    const room = Math.max(mostHandledReports, attempt.plan.attempts) - countReports(known, "failures");
    const gatewaySubscriptionId = attempt.subscription?.gatewaySubscriptionId;
    const isDeclined = (fact: PaymentReport): boolean =>
      !reportsOnlyClosing(fact) && !isOfOtherSubscription(fact, gatewaySubscriptionId);
    for (const { id } of added.filter(isFailure).filter(isDeclined).slice(0, Math.max(0, room)))
      this.#rows.addClaimedJob(attempt, { kind: "report-cycle-failed", cycle: number, dedupeKey: id });
  }

  #check(attempt: SubscriptionAttempt, number: number): void {
    const rows = this.#rows;
    const cycle = this.#cycles.get(cycleId({ attemptId: attempt.attemptId, number }));
    const due = cycleDueDate(attempt, number, rows.calendar);
    this.#scheduleCheck(attempt, number + 1);
    if ((cycle !== undefined && isCycleFinished(cycle.state)) || !isCycleExpected(attempt, number, due))
      return;
    const reported =
      cycle === undefined || cycle.state === "created"
        ? "The gateway reported no charge for it"
        : `Its state is ${cycle.state}`;
    const date = due.toISOString().slice(0, 10);
    const message = `Cycle ${number} was due on ${date} and is not paid. ${reported}. Ask the gateway.`;
    const problem = { code: "cycle_overdue", message };
    rows.openItem(attempt, { kind: "cycle-overdue", cycle: number }, { problem });
    rows.addClaimedJob(attempt, { kind: "report-cycle-overdue", cycle: number });
  }

  #scheduleCheck(attempt: SubscriptionAttempt, number: number): void {
    const { calendar } = this.#rows;
    const due = cycleDueDate(attempt, number, calendar);
    if (!isCycleExpected(attempt, number, due)) return;
    const late = new Date(due.getTime() + lateGraceOf(attempt.plan, calendar.cycleMargin));
    this.#rows.scheduleJob(attempt, { kind: "check-cycle", cycle: number }, late);
  }
}

/**
 * Closes the subscriptions whose cancellation the gateway confirmed (CAN-CLOSED). Adds a job for a new request, so that a process that ends
 * cannot lose it (CAN-COMMIT). A closed subscription needs no such job, whoever closed it.
 */
export function planSubscriptionCancellations(rows: RowChanges): void {
  for (const attempt of rows.attempts.filter(isSubscriptionAttempt))
    changeCancelJob(rows, rows.replaceAttempt(closeCancelledSubscription(attempt)));
}

function changeCancelJob(rows: RowChanges, attempt: Attempt): void {
  const own = jobsOfKind(rows, attempt, "cancel-subscription");
  const open = own.find(({ status }) => status !== "completed");
  if (attempt.subscription?.closedAt !== undefined) {
    if (open !== undefined) rows.completeJob(open.id, "superseded", "The subscription is closed.");
    return;
  }
  const before = rows.payment.attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
  if (open !== undefined || requestCount(attempt) === requestCount(before)) return;
  rows.addClaimedJob(attempt, { kind: "cancel-subscription", dedupeKey: dedupeKeyAfter(own) });
}

function requestCount(attempt: Attempt | undefined): number {
  return attempt?.facts.filter(isCancellationRequest).length ?? 0;
}
