import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { deriveAttemptState } from "../payment/attempt-state.ts";
import { boundFacts, countReports, factsThatDecide, mostHandledReports } from "../payment/classify-facts.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import { addFact, type Fact, includesSameFact, type NotificationFact } from "../payment/fact.ts";
import type { LeasedJob } from "../payment/job.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
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
import { type ChangedCycle, CycleChanges, planSubscriptionCancellations } from "./cycle-changes.ts";
import { resolveObsoleteItems } from "./obsolete-items.ts";
import {
  changeNoResultItem,
  openDisputeItem,
  openRefundRequestedItem,
  scheduleQueryAfterRepeat,
  scheduleQueryAfterReturn,
} from "./opened-items.ts";
import type { PaymentUpdate, ResolutionUpdate } from "./payment-update.ts";
import { addToQuarantine, releaseFromQuarantine, releaseVerified } from "./quarantine-changes.ts";
import { type ChangedRefund, countRefundFact, deriveAllRefunds } from "./refund-changes.ts";
import { factsOfResolution, resolutionNote, resolveItemsOfResolution } from "./resolution-changes.ts";
import { type PlanContext, RowChanges } from "./row-changes.ts";
import { TransactionChanges } from "./transaction-changes.ts";
import {
  chooseWinningAttempts,
  keepsOnePaymentForOrder,
  type PlacingBeginOrFailure,
} from "./winning-attempt-changes.ts";

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
  readonly #rows: RowChanges;
  readonly #placing = new Map<string, PlacingBeginOrFailure>();
  readonly #overdue = new Set<string>();
  readonly #resolutions: ResolutionUpdate[] = [];
  /** By the id of a named review item: the note of its resolution. */
  readonly #notes = new Map<string, string>();
  /** Whether a new fact can be a part of a refund. */
  #concernsRefunds = false;
  #subscriptions: SubscriptionChanges | undefined;

  constructor(payment: Payment, context: PlanContext) {
    this.#payment = payment;
    this.#rows = new RowChanges(payment, context);
  }

  /** What only subscriptions and replies to queries need. */
  get #subscription(): SubscriptionChanges {
    if (this.#subscriptions === undefined) {
      const transactions = new TransactionChanges(this.#payment.transactions);
      this.#subscriptions = { transactions, cycles: new CycleChanges(this.#rows, transactions) };
    }
    return this.#subscriptions;
  }

  addNotification({ attemptId, fact }: InboxEntry): void {
    const known = this.#rows.findAttempt(attemptId);
    if (known === undefined) return;
    // It can be in quarantine from an earlier arrival that did not verify.
    const attempt =
      known.quarantine.length === 0 ? known : releaseFromQuarantine(this.#rows, known, [fact.id]);
    if (isSubscriptionAttempt(attempt)) this.#addSubscriptionNotification(attempt, fact);
    else this.#addFact(attempt, undefined, fact);
  }

  addUpdate(update: PaymentUpdate) {
    const rows = this.#rows;
    const { attemptId } = update;
    const attempt = rows.findAttempt(attemptId);
    if (attempt === undefined) return;
    switch (update.kind) {
      case "fact":
        return this.#addFact(attempt, undefined, this.#countFact(attempt, update.fact));
      case "resolution":
        return this.#addResolution(attempt, update);
      case "return-hint":
        return void rows.replaceAttempt(addReturnHint(attempt, update.hint));
      case "query-after-return":
        return scheduleQueryAfterReturn(rows, attempt, update.dueAt);
      case "late-repeat":
        return scheduleQueryAfterRepeat(rows, attempt, update.at);
      case "result-overdue":
        return void this.#overdue.add(attemptId);
      case "check-cycle":
        return this.#subscription.cycles.checkOverdue({ attemptId, number: update.cycle });
      case "quarantine":
        return addToQuarantine(rows, attempt, update.notification);
      case "release":
        return releaseVerified(rows, attempt, update);
      case "placing":
        return void this.#placing.set(attemptId, update.step);
      case "dispute":
        return this.#addDispute(attempt, update.cycle, update.fact);
      case "refund": {
        const fact = countRefundFact(rows, update.fact, this.#subjectOf(attempt, update.cycle));
        return fact && this.#addFact(attempt, update.cycle, fact);
      }
      case "statement":
        return rows.openItem(attempt, update.item, { problem: update.problem });
      case "refund-request":
        return openRefundRequestedItem(rows, update.refund, this.#subjectOf(attempt, update.cycle));
    }
  }

  plan(): PlannedChanges | undefined {
    const rows = this.#rows;
    const hasSubscription = this.#payment.attempts.some(isSubscriptionAttempt);
    for (const attempt of rows.attempts) this.#derive(attempt);
    chooseWinningAttempts(rows, this.#placing);
    if (hasSubscription) this.#deriveSubscriptions();
    changeNoResultItem(rows, this.#overdue, this.#notes);
    for (const update of this.#resolutions) resolveItemsOfResolution(rows, update);
    const changedCycles = this.#subscriptions?.cycles.changed() ?? [];
    const movedRefunds = this.#concernsRefunds ? deriveAllRefunds(rows, changedCycles) : [];
    const transactions = this.#subscriptions?.transactions.added ?? [];
    if (hasSubscription) resolveObsoleteItems({ rows, transactions, changedCycles });
    return this.#changes(changedCycles, movedRefunds);
  }

  #deriveSubscriptions(): void {
    planSubscriptionCancellations(this.#rows);
    for (const before of this.#payment.attempts) {
      const after = this.#rows.findAttempt(before.attemptId);
      if (isSubscriptionAttempt(before) && after !== undefined && isSubscriptionAttempt(after))
        this.#subscription.cycles.derive(before, after);
    }
  }

  #changes(
    changedCycles: readonly ChangedCycle[],
    movedRefunds: readonly ChangedRefund[],
  ): PlannedChanges | undefined {
    const { tenant, reference, version, notifications } = this.#payment;
    const rows = this.#rows;
    const records = {
      attempts: rows.changedAttempts,
      cycles: changedCycles.map(({ cycle }) => cycle),
      transactions: this.#subscriptions?.transactions.added ?? [],
      queriedTransactions: this.#subscriptions?.transactions.queried ?? [],
      processed: notifications.map(({ id }) => id),
      jobs: rows.newJobs,
      reviewItems: rows.newItems,
      reopenedItems: rows.reopenedItems,
      updatedItems: rows.updatedItems,
      completedJobs: rows.completedJobs,
      resolvedItems: rows.resolvedItems,
      links: [],
    };
    if (Object.values(records).every((each) => each.length === 0)) return undefined;
    const movedAttempts = this.#payment.attempts.flatMap(({ attemptId, state: from }) => {
      const attempt = rows.findAttempt(attemptId);
      return attempt === undefined || attempt.state === from ? [] : [{ attempt, from }];
    });
    const claimedJobs = rows.newJobs.flatMap(({ job, lease }) => {
      const attempt = rows.findAttempt(job.attemptId);
      return attempt === undefined || lease === undefined ? [] : [{ job, lease, attempt }];
    });
    const movedCycles = changedCycles.filter(({ cycle, from }) => cycle.state !== from);
    const change = { tenant, reference, version, ...records };
    return { change, claimedJobs, movedAttempts, movedCycles, movedRefunds };
  }

  /** Adds a fact of the sale, or of a later cycle. */
  #addFact(attempt: Attempt, cycle: number | undefined, fact: Fact): void {
    this.#concernsRefunds ||= fact.source === "refund" || fact.source === "operator";
    if (cycle !== undefined) {
      this.#subscription.cycles.addFact({ attemptId: attempt.attemptId, number: cycle }, fact);
      return;
    }
    const facts = boundFacts(addFact(attempt.facts, fact));
    if (facts !== attempt.facts) this.#rows.replaceAttempt({ ...attempt, facts });
  }

  /** Returns the sale, or a later cycle, with its facts. */
  #subjectOf(attempt: Attempt, cycle: number | undefined): ChargeFacts {
    if (cycle === undefined) return { attempt, cycle, facts: attempt.facts };
    const facts = this.#subscription.cycles.factsOf({ attemptId: attempt.attemptId, number: cycle });
    return { attempt, cycle, facts };
  }

  /** A reply to a query counts its transaction. */
  #countFact(attempt: Attempt, fact: Fact): Fact {
    if (fact.source !== "inquiry") return fact;
    return this.#subscription.transactions.countInquiry(attempt, fact);
  }

  #addResolution(attempt: Attempt, update: ResolutionUpdate): void {
    const { transactions } = this.#subscription;
    const known = this.#subjectOf(attempt, update.cycle).facts;
    for (const fact of factsOfResolution(this.#rows, update, { attempt, known, transactions }))
      this.#addFact(attempt, update.cycle, fact);
    this.#resolutions.push(update);
    if (update.reviewItemId !== undefined) this.#notes.set(update.reviewItemId, resolutionNote(update));
  }

  #addDispute(attempt: Attempt, cycle: number | undefined, fact: DisputeFact): void {
    const charge = this.#subjectOf(attempt, cycle);
    if (includesSameFact(charge.facts, fact)) return;
    this.#addFact(attempt, cycle, fact);
    if (countReports(charge.facts, "disputes") < mostHandledReports)
      openDisputeItem(this.#rows, charge, fact);
  }

  /** A notification of a subscription goes to its cycle; only the first is a fact of the attempt (NOT-SUBSCRIPTION). */
  #addSubscriptionNotification(attempt: SubscriptionAttempt, received: NotificationFact): void {
    const { cycles, transactions } = this.#subscription;
    const cycle = laterCycleNumberOf(received);
    const known = this.#subjectOf(attempt, cycle).facts;
    const fact = transactions.countReport(attempt, received, { cycle: cycle ?? 1, known });
    const subscription = addNotificationToSummary(attempt, fact, cycles.allFactsOf(attempt));
    const isUnchanged = subscription === undefined || subscription === attempt.subscription;
    const summed = isUnchanged ? attempt : { ...attempt, subscription };
    this.#addFact(this.#rows.replaceAttempt(summed), cycle, fact);
  }

  #derive(attempt: Attempt): void {
    const rows = this.#rows;
    const ofOthers = isSubscriptionAttempt(attempt)
      ? this.#subscription.transactions.usedForOthers(attempt.attemptId, 1)
      : undefined;
    const facts = factsThatDecide(attempt.facts);
    const { state, findings } = deriveAttemptState(expectedAmountsOf(attempt), facts, ofOthers);
    if (state !== attempt.state) rows.replaceAttempt({ ...attempt, state });
    const further = isSubscriptionAttempt(attempt) ? subscriptionFindings({ ...attempt, facts }) : [];
    for (const finding of [...findings, ...further]) {
      const { kind, dedupeKey } = finding;
      if (kind === "paid-twice" && keepsOnePaymentForOrder(attempt, rows.openItems)) continue;
      rows.openItem(attempt, { kind, dedupeKey }, { problem: findingProblem(finding) });
    }
  }
}

/** A planned change, with the data for its events. */
export interface PlannedChanges {
  readonly change: PaymentChange;
  /** The new jobs that are claimed on insert. */
  readonly claimedJobs: readonly ClaimedJobWithAttempt[];
  /** Attempts whose state changes, with their earlier state. */
  readonly movedAttempts: readonly { readonly attempt: Attempt; readonly from: Attempt["state"] }[];
  readonly movedCycles: readonly ChangedCycle[];
  /** Refunds through the gateway whose state changes. */
  readonly movedRefunds: readonly ChangedRefund[];
}

/** A new job with its attempt, as it was committed, so that running it immediately needs no read of the attempt. */
export interface ClaimedJobWithAttempt extends LeasedJob {
  readonly attempt: Attempt;
}

/** The later cycles of subscriptions while a change is planned, and what their transactions are used for. */
interface SubscriptionChanges {
  readonly cycles: CycleChanges;
  readonly transactions: TransactionChanges;
}
