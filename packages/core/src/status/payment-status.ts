import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import { isStateToken, returnTokenKind, statusUrl } from "../links/url-tokens.ts";
import { type Attempt, expectedAmountsOf, merchantTenantOf } from "../payment/attempt.ts";
import { type AttemptState, hasResult, statesBestFirst } from "../payment/derive-attempt-state.ts";
import type { Job } from "../payment/job.ts";
import { findPlacedOrder, type PlacedOrder } from "../payment/placed-order.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import type { PaymentKey } from "../ports/store.ts";
import type { Money } from "../protocol/money/money.ts";
import { isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import {
  hasNoPaymentPage,
  inFlightSeconds,
  isInFlight,
  openPaymentPageUrl,
} from "../start/attempt-policy.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { type SubscriptionStatus, subscriptionStatus } from "./subscription-status.ts";
import { type TimelineEntry, timelineOf } from "./timeline.ts";

/** The state of a payment: the best state of its attempts. `none`: no attempt was started. */
export type PaymentState = AttemptState | "none";

/** The status of one attempt. */
export interface AttemptStatus {
  /** The id of the attempt at the gateway, `pay_orderid`. */
  readonly orderNumber: string;
  /** 1 for the first attempt of the payment. */
  readonly attempt: number;
  /** The tenant whose merchant takes the money (LED-SPAN). */
  readonly merchantTenant: string;
  readonly variant: Variant;
  readonly state: AttemptState;
  /** Whether the order is being placed, or is placed, for this attempt. True for at most one attempt of a payment (LED-WINS). */
  readonly takesReference: boolean;
  /** The price of the order. For a subscription, the price of each later cycle. Minor units. */
  readonly money: Money;
  /** The amount to charge now. Differs from `money` if the first period has another price. Minor units. */
  readonly chargedAmount: Money;
  /** ISO instant in UTC. */
  readonly createdAt: string;
  /** The address that returns the state to the buyer's app, as from `start`. It contains a token, so send it only to the buyer. */
  readonly statusUrl: string;
  readonly timeline: readonly TimelineEntry[];
  /** The recorded refunds of this attempt. For a subscription, of its first cycle. */
  readonly refunds: readonly RecordedRefund[];
  /** The subscription. Undefined for other variants. */
  readonly subscription: SubscriptionStatus | undefined;
}

/** The status of a payment, for the shop and its staff. */
export interface PaymentStatus extends PaymentKey {
  readonly state: PaymentState;
  /**
   * Oldest attempt first: every attempt that is `paid`, `review` or `approved` or has a review item, the newest attempt of each other
   * state, the attempt that was asked for, and the newest 10 attempts.
   */
  readonly payments: readonly AttemptStatus[];
  /** The number of all attempts, whether they are in `payments` or not. */
  readonly attemptCount: number;
  /** The open review items of the payment. */
  readonly items: readonly Job[];
  /** The order that the host placed for the payment. Undefined until it is placed. */
  readonly placed: PlacedOrder | undefined;
}

/** The status for the buyer's browser, which only has the return token. It contains no amount and no name. */
export interface BuyerStatus {
  readonly reference: string;
  /** The tenant whose merchant the buyer pays. It can differ from the tenant of the payment (LED-SPAN). */
  readonly tenant: string;
  readonly state: AttemptState;
  /**
   * The address to send the buyer to: the shop's page for this outcome. After a second click also the payment page, or the page to try
   * again if there is no payment page. Undefined: wait.
   */
  readonly next: string | undefined;
  /** The order of a paid payment. `staff`: a review item prevents it, or staff resolved the item without an order. Undefined if not paid. */
  readonly order: "placing" | "placed" | "staff" | undefined;
  /**
   * What the buyer waits for: the gateway's answer to the sale, or the confirmation of the payment. Undefined if the outcome is known or
   * the attempt is unreachable.
   */
  readonly awaits: "answer" | "confirmation" | undefined;
  /** Whether the gateway returned no payment page for this attempt, so that the buyer was not charged and can try again. */
  readonly isUnreachable: boolean;
}

/** A subscription, with the attempt that paid its first cycle. */
export interface PaidSubscription {
  readonly payment: AttemptStatus;
  readonly subscription: SubscriptionStatus;
}

/**
 * Returns the subscription to display to a buyer: that of the winning attempt, or of the first paid attempt while no attempt wins.
 * Undefined if no paid attempt began one, or another attempt won. Prefers a subscription whose order is placed.
 */
export function findPaidSubscription({
  payments,
}: Pick<PaymentStatus, "payments">): PaidSubscription | undefined {
  const winners = payments.filter(({ takesReference }) => takesReference);
  const shown = winners.length > 0 ? winners : payments.filter(({ state }) => state === "paid");
  const begun = shown.flatMap((payment) => {
    const { subscription } = payment;
    return subscription === undefined ? [] : [{ payment, subscription }];
  });
  return begun.find(({ subscription }) => subscription.cycles[0]?.placed !== undefined) ?? begun[0];
}

/** How many attempts a status has beside those that decide: a buyer can start many. */
const newestAttempts = 10;

/**
 * @param orderNumber an attempt to include, however old it is
 * @throws PayIndexError `store_unavailable`
 */
export async function loadPaymentStatus<Tx>(
  ledger: Engine<Tx>,
  key: PaymentKey,
  orderNumber?: string,
): Promise<PaymentStatus> {
  const read = {
    cycles: "all",
    newest: newestAttempts,
    orderNumbers: isAttemptId(orderNumber) ? [orderNumber] : [],
  } as const;
  const book = await wrapStoreErrors("read a book", ledger.store.book(key, read));
  const secret = await ledger.secrets.newest();
  const { payments, work, attemptCount } = book;
  return {
    tenant: key.tenant,
    reference: key.reference,
    state: paymentStateOf(payments),
    attemptCount,
    payments: payments.map((payment) => ({
      ...toAttemptStatus(payment),
      statusUrl: statusUrl(ledger.settings, secret, payment),
      subscription: subscriptionStatus(payment, book, ledger.settings),
    })),
    items: work.filter(({ status: standing }) => standing === "parked"),
    placed: findPlacedOrder(work),
  };
}

/**
 * How the payment stands that this return token belongs to, and where its buyer should go. Money on another attempt of the
 * same reference counts; another attempt that is merely open does not keep this buyer waiting.
 *
 * @throws PayIndexError `payment_unknown`, `store_unavailable`
 */
export async function buyerStatus<Tx>(
  ledger: Engine<Tx>,
  orderNumber: string,
  token: string,
): Promise<BuyerStatus> {
  const { payment, kind } = await findAttemptByToken(ledger, { orderNumber, token }, (found) =>
    returnTokenKind(ledger.secrets, found, token),
  );
  const { reference } = payment;
  const tenant = merchantTenantOf(payment);
  const { own, state, work } = await loadAttemptOutcome(ledger, payment);
  const isRepeat = kind === "repeat" && state === own.state;
  const next =
    outcomeUrl(ledger, { tenant, reference, state }) ??
    (isRepeat ? urlForRepeatedStart(ledger, own) : undefined);
  const order = state === "paid" ? orderProgressOf(work) : undefined;
  const isUnreachable = isRepeat && !hasResult(state) && hasNoPaymentPage(own, attemptPolicyInput(ledger));
  const awaits = isRepeat && isInFlight(own, attemptPolicyInput(ledger)) ? "answer" : "confirmation";
  const awaited = hasResult(state) || isUnreachable ? undefined : awaits;
  return { tenant, reference, state, next, order, awaits: awaited, isUnreachable };
}

/**
 * The state alone, for whoever has the address that `start` gave for it: the buyer's app (URL-TOKENS).
 *
 * @throws PayIndexError `payment_unknown`, `store_unavailable`
 */
export async function attemptState<Tx>(
  ledger: Engine<Tx>,
  orderNumber: string,
  token: string,
): Promise<AttemptState> {
  const { payment } = await findAttemptByToken(ledger, { orderNumber, token }, async (found) =>
    (await isStateToken(ledger.secrets, found, token)) ? "state" : undefined,
  );
  return (await loadAttemptOutcome(ledger, payment)).state;
}

/** Money on another attempt of the same reference counts, wherever this one stands. */
async function loadAttemptOutcome<Tx>(ledger: Engine<Tx>, payment: Attempt) {
  const { tenant, reference, orderNumber } = payment;
  const { payments, work } = await wrapStoreErrors(
    "read a book",
    ledger.store.book({ tenant, reference }, { orderNumbers: [orderNumber] }),
  );
  const own = payments.find((each) => each.orderNumber === orderNumber) ?? payment;
  const best = paymentStateOf(payments);
  const state = best === "paid" || best === "review" || best === "approved" ? best : own.state;
  return { own, state, work };
}

/** Paid and placed are two facts, and staff may have ended what could not be placed. */
function orderProgressOf(work: readonly Job[]): NonNullable<BuyerStatus["order"]> {
  if (findPlacedOrder(work) !== undefined) return "placed";
  const placing = work.filter(({ kind }) => kind === "paid");
  return placing.length === 0 || placing.some(({ status: standing }) => standing === "due")
    ? "placing"
    : "staff";
}

/**
 * A second click waits while the first is on its way, and its browser drops the first's answer: it must be sent where the first
 * was, to the payment page or to try again. Whoever comes back from there has the other token, and is not sent in circles.
 */
function urlForRepeatedStart<Tx>(ledger: Engine<Tx>, payment: Attempt): string | undefined {
  const asked = attemptPolicyInput(ledger);
  const { reference, state } = payment;
  const tenant = merchantTenantOf(payment);
  if (hasNoPaymentPage(payment, asked))
    return retryUrl(ledger, { tenant, reference, state, reason: "unreachable" });
  return openPaymentPageUrl(payment, asked);
}

function attemptPolicyInput<Tx>({ settings, platform }: Engine<Tx>) {
  return { reuseFor: settings.reuseFor, inFlightFor: inFlightSeconds(settings), now: platform.now() };
}

async function findAttemptByToken<Tx, Kind>(
  ledger: Engine<Tx>,
  { orderNumber, token }: { readonly orderNumber: string; readonly token: string },
  kindOf: (payment: Attempt) => Promise<Kind | undefined>,
) {
  if (isAttemptId(orderNumber) && isUrlToken(token)) {
    const payment = await wrapStoreErrors("find a payment", ledger.store.find(orderNumber));
    const kind = payment && (await kindOf(payment));
    if (payment !== undefined && kind !== undefined) return { payment, kind };
  }
  throw new PayIndexError("payment_unknown", "No payment has this address.");
}

function paymentStateOf(payments: readonly Attempt[]): PaymentState {
  return bestState(payments.map(({ state }) => state));
}

/**
 * Returns the state that a buyer reads for an order. An order that costs nothing, or that other payment methods cover, has no
 * payment here, but once it is placed it reads as paid.
 *
 * @param order `isFree`: nothing of its total is left to pay through the gateway
 */
export function orderState(
  state: PaymentState,
  { isPlaced, isFree }: { readonly isPlaced: boolean; readonly isFree: boolean },
): PaymentState {
  return state === "none" && isPlaced && isFree ? "paid" : state;
}

/**
 * Returns whether a person has to resolve a review item before the order can be placed. False while the order is being placed.
 */
export function isAwaitingReview({
  state,
  placed,
  payments,
  items,
}: Pick<PaymentStatus, "state" | "placed" | "payments" | "items">): boolean {
  if (state === "review") return true;
  if (state !== "paid" || placed !== undefined) return false;
  const winner = payments.find(({ takesReference }) => takesReference)?.orderNumber;
  return items.some(
    ({ kind, orderNumber }) => kind === "paid" && (winner === undefined || winner === orderNumber),
  );
}

/** Returns the best of several states: one paid attempt or payment counts for all. `none` for an empty list. */
export function bestState(states: readonly PaymentState[]): PaymentState {
  return statesBestFirst.find((state) => states.includes(state)) ?? "none";
}

function toAttemptStatus(payment: Attempt): Omit<AttemptStatus, "subscription" | "statusUrl"> {
  const { orderNumber, attempt, variant, state, takesReference, money, createdAt } = payment;
  return {
    ...{ orderNumber, attempt, variant, state, takesReference, money, createdAt },
    chargedAmount: expectedAmountsOf(payment).trueAmount,
    merchantTenant: merchantTenantOf(payment),
    timeline: timelineOf(payment),
    refunds: recordedRefundsOf(payment.facts),
  };
}
