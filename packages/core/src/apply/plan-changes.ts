import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { deriveAttemptState } from "../payment/attempt-state.ts";
import { countReports, factsThatDecide, mostHandledReports } from "../payment/classify-facts.ts";
import { includesSameFact, type NotificationFact } from "../payment/fact.ts";
import { addReturnHint } from "../payment/return-hint.ts";
import { findingProblem } from "../payment/review-item.ts";
import { laterCycleNumberOf } from "../payment/subscription/cycle.ts";
import {
  addNotificationToSummary,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import { subscriptionFindings } from "../payment/subscription/subscription-state.ts";
import type { InboxEntry, Payment, PaymentChange } from "../ports/store.ts";
import { AttemptChanges } from "./attempt-changes.ts";
import {
  type ChangedCycle,
  CycleChanges,
  type CycleDueSettings,
  planSubscriptionCancellations,
} from "./cycle-changes.ts";
import { resolveObsoleteItems } from "./obsolete-items.ts";
import {
  changeNoResultItem,
  openDisputeItem,
  openRefundRequestedItem,
  scheduleQueryAfterRepeat,
  scheduleQueryAfterReturn,
} from "./opened-items.ts";
import type { PaymentUpdate } from "./payment-update.ts";
import { QuarantineChanges } from "./quarantine-changes.ts";
import { type ChangedRefund, RefundChanges } from "./refund-changes.ts";
import { ResolutionChanges } from "./resolution-changes.ts";
import { type CommitContext, JobChanges, ReviewItemChanges } from "./row-changes.ts";
import { TransactionChanges } from "./transaction-changes.ts";
import { keepsOnePaymentForOrder, WinningAttemptChanges } from "./winning-attempt-changes.ts";

/**
 * Plans the changes of a payment by its pending notifications and these updates. Undefined if nothing changes. Has no
 * side effects.
 */
export function planChanges(
  payment: Payment,
  updates: readonly PaymentUpdate[],
  context: PlanContext,
): PlannedChanges | undefined {
  if (updates.length === 0 && isOneSettledSale(payment)) return undefined;
  const planner = new ChangePlanner(payment, context);
  for (const entry of payment.notifications) planner.addNotification(entry);
  for (const update of updates) planner.addUpdate(update);
  return planner.plan();
}

/** Whether everything that follows from a payment is committed: its order, which may be placed since, bars no other attempt. */
function isOneSettledSale({ notifications, attempts: [attempt], attemptCount }: Payment): boolean {
  if (notifications.length > 0 || attemptCount !== 1 || attempt === undefined) return false;
  return attempt.state === "paid" && attempt.isWinning === true && !isSubscriptionAttempt(attempt);
}

class ChangePlanner {
  readonly #payment: Payment;
  readonly #calendar: CycleDueSettings;
  readonly #attempts: AttemptChanges;
  readonly #cycles: CycleChanges;
  readonly #transactions: TransactionChanges;
  readonly #jobs: JobChanges;
  readonly #items: ReviewItemChanges;
  readonly #quarantine: QuarantineChanges;
  readonly #winning: WinningAttemptChanges;
  readonly #resolutions: ResolutionChanges;
  readonly #refunds: RefundChanges;
  readonly #overdue = new Set<string>();

  constructor(payment: Payment, context: PlanContext) {
    this.#payment = payment;
    this.#calendar = context.calendar;
    this.#transactions = new TransactionChanges(payment.transactions);
    this.#jobs = new JobChanges(payment.jobs, context);
    this.#items = new ReviewItemChanges(payment.reviewItems, context.now);
    const shared = { jobs: this.#jobs, items: this.#items, transactions: this.#transactions };
    this.#cycles = new CycleChanges(payment.cycles, { ...shared, calendar: context.calendar });
    this.#attempts = new AttemptChanges(payment.attempts, this.#cycles);
    this.#quarantine = new QuarantineChanges(payment.reviewItems, this.#items);
    this.#winning = new WinningAttemptChanges(payment.jobs);
    this.#resolutions = new ResolutionChanges(payment, shared);
    this.#refunds = new RefundChanges(payment, { ...shared, now: context.now });
  }

  addNotification({ attemptId, fact }: InboxEntry): void {
    const known = this.#attempts.find(attemptId);
    if (known === undefined) return;
    // It can be in quarantine from an earlier arrival that did not verify.
    const attempt = this.#attempts.replace(this.#quarantine.release(known, [fact.id]));
    if (isSubscriptionAttempt(attempt)) this.#addSubscriptionNotification(attempt, fact);
    else this.#attempts.addFact(attempt, undefined, fact);
  }

  addUpdate(update: PaymentUpdate): void {
    const { attemptId } = update;
    const attempt = this.#attempts.find(attemptId);
    if (attempt === undefined) return;
    switch (update.kind) {
      case "fact":
        this.#attempts.addFact(attempt, undefined, this.#transactions.countInquiry(attempt, update.fact));
        return;
      case "resolution": {
        const known = this.#attempts.factsOf(attempt, update.cycle);
        for (const fact of this.#resolutions.factsOf(update, { attempt, known }))
          this.#attempts.addFact(attempt, update.cycle, fact);
        return;
      }
      case "return-hint":
        this.#attempts.replace(addReturnHint(attempt, update.hint));
        return;
      case "query-after-return":
        scheduleQueryAfterReturn(this.#payment.jobs, this.#jobs, { attempt, dueAt: update.dueAt });
        return;
      case "late-repeat":
        scheduleQueryAfterRepeat(this.#payment.jobs, this.#jobs, { attempt, at: update.at });
        return;
      case "result-overdue":
        this.#overdue.add(attemptId);
        return;
      case "check-cycle":
        this.#cycles.checkOverdue({ attemptId, number: update.cycle });
        return;
      case "quarantine":
        this.#attempts.replace(this.#quarantine.add(attempt, update.notification));
        return;
      case "release":
        this.#attempts.replace(this.#quarantine.releaseVerified(attempt, update));
        return;
      case "placing":
        this.#winning.take(attemptId, update.step);
        return;
      case "dispute": {
        const { cycle, fact } = update;
        const known = this.#attempts.factsOf(attempt, cycle);
        if (includesSameFact(known, fact)) return;
        this.#attempts.addFact(attempt, cycle, fact);
        if (countReports(known, "disputes") < mostHandledReports)
          openDisputeItem({ attempt, cycle, fact }, { jobs: this.#jobs, items: this.#items });
        return;
      }
      case "refund": {
        const { cycle } = update;
        const subject = { attempt, cycle, facts: this.#attempts.factsOf(attempt, cycle) };
        const fact = this.#refunds.factOf(update.fact, subject);
        if (fact !== undefined) this.#attempts.addFact(attempt, cycle, fact);
        return;
      }
      case "refund-request": {
        const { cycle, refund } = update;
        const subject = { attempt, cycle, facts: this.#attempts.factsOf(attempt, cycle) };
        openRefundRequestedItem(this.#items, refund, { ...subject, known: this.#payment.reviewItems });
        return;
      }
    }
  }

  plan(): PlannedChanges | undefined {
    for (const attempt of this.#attempts.all) this.#derive(attempt);
    const shared = { jobs: this.#jobs, items: this.#items };
    for (const attempt of this.#winning.choose(this.#attempts.all, shared)) this.#attempts.replace(attempt);
    if (this.#payment.attempts.some(isSubscriptionAttempt)) this.#deriveSubscriptions();
    const noResult = { overdue: this.#overdue, notes: this.#resolutions.notes };
    const joined = changeNoResultItem(this.#payment, noResult, {
      attempts: this.#attempts.all,
      items: this.#items,
    });
    for (const attempt of joined) this.#attempts.replace(attempt);
    this.#resolutions.resolveItems();
    this.#refunds.deriveAll(this.#attempts, this.#cycles.changed());
    return this.#changes();
  }

  #deriveSubscriptions(): void {
    for (const attempt of planSubscriptionCancellations(this.#payment, this.#attempts.all, this.#jobs))
      this.#attempts.replace(attempt);
    for (const before of this.#payment.attempts) {
      const after = this.#attempts.find(before.attemptId);
      if (isSubscriptionAttempt(before) && after !== undefined && isSubscriptionAttempt(after))
        this.#cycles.derive(before, after);
    }
  }

  #changes(): PlannedChanges | undefined {
    const { tenant, reference, version, notifications } = this.#payment;
    const attempts = this.#attempts.changed;
    const changedCycles = this.#cycles.changed();
    const movedCycles = changedCycles.filter(({ cycle, from }) => cycle.state !== from);
    const cycles = changedCycles.map(({ cycle }) => cycle);
    const transactions = this.#transactions.added;
    resolveObsoleteItems({
      payment: this.#payment,
      changed: { attempts, cycles, transactions, movedCycles: movedCycles.map(({ cycle }) => cycle) },
      calendar: this.#calendar,
      jobs: this.#jobs,
      items: this.#items,
    });
    const records = {
      attempts,
      cycles,
      transactions,
      queriedTransactions: this.#transactions.queried,
      processed: notifications.map(({ id }) => id),
      jobs: this.#jobs.added,
      reviewItems: this.#items.added,
      reopenedItems: this.#items.reopened,
      updatedItems: this.#items.updated,
      completedJobs: this.#jobs.completed,
      resolvedItems: this.#items.resolved,
    };
    if (Object.values(records).every((each) => each.length === 0)) return undefined;
    const change = { tenant, reference, version, ...records };
    const movedAttempts = attemptsWithChangedState(attempts, this.#attempts.before);
    return { change, movedAttempts, movedCycles, movedRefunds: this.#refunds.moved };
  }

  /** A notification of a subscription goes to its cycle; only the first is a fact of the attempt (NOT-SUBSCRIPTION). */
  #addSubscriptionNotification(attempt: SubscriptionAttempt, received: NotificationFact): void {
    const cycle = laterCycleNumberOf(received);
    const known = this.#attempts.factsOf(attempt, cycle);
    const fact = this.#transactions.countReport(attempt, received, { cycle: cycle ?? 1, known });
    const subscription = addNotificationToSummary(attempt, fact, this.#cycles.allFactsOf(attempt));
    const isUnchanged = subscription === undefined || subscription === attempt.subscription;
    const summed = isUnchanged ? attempt : { ...attempt, subscription };
    this.#attempts.addFact(this.#attempts.replace(summed), cycle, fact);
  }

  #derive(attempt: Attempt): void {
    const ofOthers = this.#transactions.usedForOthers(attempt.attemptId, 1);
    const facts = factsThatDecide(attempt.facts);
    const { state, findings } = deriveAttemptState(expectedAmountsOf(attempt), facts, ofOthers);
    if (state !== attempt.state) this.#attempts.replace({ ...attempt, state });
    for (const finding of [...findings, ...subscriptionFindings({ ...attempt, facts })]) {
      const { kind, dedupeKey } = finding;
      if (kind === "paid-twice" && keepsOnePaymentForOrder(attempt, this.#items.stillOpen)) continue;
      this.#items.open(attempt, { kind, dedupeKey }, { problem: findingProblem(finding) });
    }
  }
}

interface MovedAttempt {
  readonly attempt: Attempt;
  readonly from: Attempt["state"];
}

/** A planned change, with the data for its events. */
export interface PlannedChanges {
  readonly change: PaymentChange;
  /** Attempts whose state changes, with their earlier state. */
  readonly movedAttempts: readonly MovedAttempt[];
  readonly movedCycles: readonly ChangedCycle[];
  /** Refunds through the gateway whose state changes. */
  readonly movedRefunds: readonly ChangedRefund[];
}

interface PlanContext extends CommitContext {
  readonly calendar: CycleDueSettings;
}

/** Returns the attempts whose state changes. `before`: the attempts as they were loaded, by id. */
function attemptsWithChangedState(
  attempts: readonly Attempt[],
  before: ReadonlyMap<string, Attempt>,
): MovedAttempt[] {
  return attempts.flatMap((attempt) => {
    const from = before.get(attempt.attemptId)?.state ?? attempt.state;
    return from === attempt.state ? [] : [{ attempt, from }];
  });
}
