import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import {
  hasUnknownCycle,
  isAcceptance,
  isSuccess,
  successfulTransactionIds,
} from "../payment/classify-facts.ts";
import type { NotificationFact } from "../payment/fact.ts";
import { findCharge } from "../payment/refundable-charge.ts";
import { isOpenReviewItem, reviewItemEventFields } from "../payment/review-item.ts";
import { type CycleKey, cycleId, laterCycleNumberOf } from "../payment/subscription/cycle.ts";
import {
  closingAwaitsSubscriptionId,
  findCyclePayingSets,
  isSubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import {
  type CycleSelection,
  type InboxEntry,
  type Payment,
  type PaymentKey,
  type PaymentReadOptions,
  type TransactionKey,
  transactionKeyText,
} from "../ports/store.ts";
import { confirmsCancellation, cycleOfUpdate, type PaymentUpdate } from "./payment-update.ts";
import { type ClaimedJobWithAttempt, type PlannedChanges, planChanges } from "./plan-changes.ts";
import { createJobLease } from "./row-changes.ts";

/** In each round one commit succeeds, so this is enough for 50 refunds of one payment at the same time, each with its three commits. */
const maxCommitTries = 200;

interface FactsToApply {
  readonly updates?: readonly PaymentUpdate[];
  /** The notification that was received just now, so that one read suffices. */
  readonly received?: InboxEntry | undefined;
}

/**
 * Applies the pending notifications of a payment and these updates (ENG-COMMIT): loads the payment, derives states, plans changes, and
 * commits facts, states, jobs and review items at once. The only path from facts to states. Returns the new jobs that are claimed for
 * the caller.
 *
 * @throws PayIndexError `store_unavailable`, also if other processes changed the payment repeatedly
 */
export async function applyFacts<Tx>(
  engine: EngineContext<Tx>,
  key: PaymentKey,
  { updates = [], received }: FactsToApply = {},
): Promise<readonly ClaimedJobWithAttempt[]> {
  for (let tries = 0; tries < maxCommitTries; tries++) {
    const payment = await loadPayment(engine, key, { updates, received });
    const planned = planChanges(payment, updates, {
      now: engine.platform.now(),
      createLease: () => createJobLease(engine),
      calendar: engine.settings,
    });
    if (planned === undefined) return [];
    if ((await engine.store.commit(planned.change)) === "stale") continue;
    emitChangeEvents(engine, planned);
    return planned.claimedJobs;
  }
  const message = `Other processes changed the payment ${key.reference} repeatedly. The next tick applies its facts.`;
  throw new PayIndexError("store_unavailable", message);
}

function emitChangeEvents<Tx>(
  engine: EngineContext<Tx>,
  { change, movedAttempts, movedCycles, movedRefunds }: PlannedChanges,
): void {
  const { tenant, reference } = change;
  for (const { attempt, from } of movedAttempts) {
    const { variant, state: to } = attempt;
    engine.emit({ event: "attempt-state-changed", ...attemptEventFields(attempt), variant, from, to });
  }
  for (const { cycle, from } of movedCycles) {
    const { attemptId, number, state } = cycle;
    const fields = { tenant, reference, attemptId, cycle: number };
    engine.emit({ event: "cycle-state-changed", ...fields, from, to: state });
  }
  for (const { attempt, cycle, refund } of movedRefunds) {
    const about = { ...attemptEventFields(attempt), ...(cycle === undefined ? {} : { cycle }) };
    const { requestId, refundId, state, amount } = refund;
    engine.emit({ event: "refund-state-changed", ...about, requestId, refundId, to: state, amount });
  }
  for (const item of [...change.reviewItems, ...change.reopenedItems])
    engine.emit({ event: "review-item-opened", ...reviewItemEventFields(item) });
}

/** The records that deriving a payment needs, in addition to the attempts that are always loaded. */
interface LoadNeeds {
  readonly cycles: CycleSelection;
  readonly transactions: readonly TransactionKey[];
  readonly attemptIds: readonly string[];
}

/**
 * Loads a payment with everything that deriving it needs, and no more: a subscription must not become slower with its
 * age. Computes the needs from the loaded records, and loads again until nothing is missing. One read is usually
 * enough, because the request names the needs.
 */
async function loadPayment<Tx>(
  { store }: EngineContext<Tx>,
  key: PaymentKey,
  { updates, received }: Required<FactsToApply>,
): Promise<Payment> {
  let loaded = needsBeforeLoading(updates, received);
  let payment = await store.load(key, toPaymentRead(loaded));
  for (let needs = needsOf(payment, updates); !covers(loaded, needs); needs = needsOf(payment, updates)) {
    const known = new Set(payment.notifications.map(({ id }) => id));
    loaded = needs;
    const again = await store.load(key, toPaymentRead(loaded));
    // The process that received a notification in the meantime applies it.
    payment = { ...again, notifications: again.notifications.filter(({ id }) => known.has(id)) };
  }
  return payment;
}

function needsBeforeLoading(updates: readonly PaymentUpdate[], received: InboxEntry | undefined): LoadNeeds {
  const notifications = received === undefined ? [] : [received];
  return {
    attemptIds: updates.map(({ attemptId }) => attemptId),
    cycles: updates.some(confirmsCancellation) ? "all" : namedCycles(notifications, updates),
    transactions: [
      ...notifications
        .filter(isUseReported)
        .map(({ attemptId, fact: { transactionId } }) => ({ attemptId, transactionId })),
      ...updates.flatMap(queriedTransaction),
    ],
  };
}

/**
 * Loads one more attempt without a result than the number that get one now, because the review item must name one that
 * is left.
 */
function toPaymentRead({ attemptIds, cycles, transactions }: LoadNeeds): PaymentReadOptions {
  return { attemptIds, cycles, transactions, withoutResult: Math.max(attemptIds.length, 1) + 1 };
}

/**
 * Returns the named later cycles, or all of them if the gateway reported that the subscription is closed, which
 * concerns each. Returns the transactions that were reported for a subscription, and those of a sale or a cycle that
 * may be paid twice.
 */
function needsOf(payment: Payment, updates: readonly PaymentUpdate[]): LoadNeeds {
  const { notifications, attempts } = payment;
  const changed = new Set([...notifications, ...updates].map(({ attemptId }) => attemptId));
  if (!attempts.some(isSubscriptionAttempt))
    return { cycles: [], transactions: [], attemptIds: [...changed] };
  const isClosing =
    updates.some(confirmsCancellation) ||
    notifications.some(({ fact }) => fact.enabled === "0") ||
    attempts.some((attempt) => changed.has(attempt.attemptId) && awaitsClosingDetails(attempt));
  const cycles = [...namedCycles(notifications, updates), ...cyclesPaidTwice(payment, changed)];
  return {
    cycles: isClosing ? "all" : cycles,
    transactions: [
      ...reportedTransactions(payment, changed),
      ...cycles.flatMap((cycle) => transactionsOfCyclePaidTwice(payment, cycle)),
      ...updates.flatMap((each) => transactionsOfResolution(payment, each)),
      ...updates.flatMap(queriedTransaction),
    ],
    attemptIds: [...changed],
  };
}

function covers(loaded: LoadNeeds, needs: LoadNeeds): boolean {
  return (
    Math.max(loaded.attemptIds.length, 1) >= needs.attemptIds.length &&
    (loaded.cycles === "all" ||
      (needs.cycles !== "all" && includesAll(loaded.cycles, needs.cycles, cycleId))) &&
    includesAll(loaded.transactions, needs.transactions, transactionKeyText)
  );
}

function includesAll<Key>(loaded: readonly Key[], needed: readonly Key[], textOf: (key: Key) => string) {
  if (needed.length === 0) return true;
  const texts = new Set(loaded.map(textOf));
  return needed.every((each) => texts.has(textOf(each)));
}

function namedCycles(notifications: readonly InboxEntry[], updates: readonly PaymentUpdate[]) {
  return [
    ...notifications.flatMap(({ attemptId, fact }) => cycleKeys(attemptId, laterCycleNumberOf(fact))),
    ...updates.flatMap((update) => cycleKeys(update.attemptId, cycleOfUpdate(update))),
  ];
}

/**
 * Whether the next facts can determine what a reported closing means for the cycles: when they are due, or which
 * subscription was closed.
 */
function awaitsClosingDetails(attempt: Attempt): boolean {
  const awaitsDays = attempt.state !== "paid" && attempt.subscription?.closedWithoutCycleAt !== undefined;
  return awaitsDays || (isSubscriptionAttempt(attempt) && closingAwaitsSubscriptionId(attempt));
}

/** Whether a notification reports a transaction that can pay a cycle. */
function isUseReported({ fact }: { readonly fact: NotificationFact }): boolean {
  return fact.returncode === "00" || hasUnknownCycle(fact);
}

/** Returns the transaction that a query reports as paid. */
function queriedTransaction(update: PaymentUpdate): TransactionKey[] {
  if (update.kind !== "fact" || update.fact.source !== "inquiry" || !isSuccess(update.fact)) return [];
  return [{ attemptId: update.attemptId, transactionId: update.fact.transactionId }];
}

/** Returns the transactions that were reported for a subscription, and those of a sale that may be paid twice. */
function reportedTransactions({ attempts, notifications }: Payment, changed: ReadonlySet<string>) {
  const subscriptions = attempts
    .filter(isSubscriptionAttempt)
    .filter((attempt) => changed.has(attempt.attemptId));
  return subscriptions.flatMap((attempt) => {
    const { attemptId } = attempt;
    const reported = notifications.filter((each) => each.attemptId === attemptId).filter(isUseReported);
    const known = findCyclePayingSets(attempt, 1, attempt.facts).flat();
    const ids = new Set([
      ...reported.map(({ fact }) => fact.transactionId),
      ...(known.length > 1 ? known : []),
    ]);
    return [...ids].map((transactionId) => ({ attemptId, transactionId }));
  });
}

/** The later cycles with an open item about it: one of their transactions may turn out to pay another cycle. */
function cyclesPaidTwice({ reviewItems }: Payment, changed: ReadonlySet<string>): CycleKey[] {
  return reviewItems
    .filter((item) => item.kind === "paid-twice" && isOpenReviewItem(item) && changed.has(item.attemptId))
    .flatMap(({ attemptId, cycle }) => cycleKeys(attemptId, cycle));
}

/** The transactions of a loaded cycle, if they are more than one. */
function transactionsOfCyclePaidTwice(payment: Payment, { attemptId, number }: CycleKey): TransactionKey[] {
  const charge = findCharge(payment, { attemptId, cycle: number });
  if (charge === undefined || !isSubscriptionAttempt(charge.attempt)) return [];
  const known = findCyclePayingSets(charge.attempt, number, charge.facts).flat();
  return known.length < 2 ? [] : known.map((transactionId) => ({ attemptId, transactionId }));
}

/** Returns the transactions that the operator names, otherwise those that pay what the operator accepts. */
function transactionsOfResolution(payment: Payment, update: PaymentUpdate): TransactionKey[] {
  if (update.kind !== "resolution") return [];
  const { attemptId, resolution, reviewItemId } = update;
  const item = payment.reviewItems.find(({ id }) => id === reviewItemId);
  const known = isAcceptance(resolution)
    ? successfulTransactionIds(findCharge(payment, update)?.facts ?? [])
    : [];
  const named = item?.kind === "unknown-cycle" ? [item.dedupeKey] : resolution.transactions;
  return [...new Set(named ?? known)].map((transactionId) => ({ attemptId, transactionId }));
}

function cycleKeys(attemptId: string, number: number | undefined): CycleKey[] {
  return number === undefined ? [] : [{ attemptId, number }];
}
