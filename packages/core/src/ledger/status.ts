import { PayIndexError } from "../errors.ts";
import type { Money } from "../money/money.ts";
import type { PaymentState } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type TimelineEntry, timelineOf } from "../payment/timeline.ts";
import { isOrderNumber, isToken } from "../sale/order-number.ts";
import type { Variant } from "../sale/sale.ts";
import { type Ledger, stored } from "./context.ts";
import { outcomePage } from "./pages.ts";
import { openUrl } from "./reuse.ts";
import type { BookKey } from "./store.ts";
import { returnTokenKind } from "./tokens.ts";
import type { Work } from "./work.ts";

/** Where a reference stands: as its best payment does. `none`: nothing was ever started. */
export type BookState = PaymentState | "none";

export interface PaymentStatus {
  readonly orderNumber: string;
  readonly attempt: number;
  readonly variant: Variant;
  readonly state: PaymentState;
  readonly money: Money;
  readonly createdAt: string;
  readonly timeline: readonly TimelineEntry[];
}

/** For the shop and its staff. */
export interface BookStatus extends BookKey {
  readonly state: BookState;
  /** Oldest attempt first. */
  readonly payments: readonly PaymentStatus[];
  /** What a person must look at. */
  readonly items: readonly Work[];
  /** What the host made of the paid payment; undefined until it has. */
  readonly placed: { readonly at: string; readonly id?: string } | undefined;
}

/** For the buyer's browser, which has proved itself by the return token alone: no amount, no name. */
export interface BuyerStatus {
  readonly reference: string;
  readonly tenant: string;
  readonly state: PaymentState;
  /** The shop's page for this outcome, or the payment page for a second click; undefined: wait. */
  readonly next: string | undefined;
}

const bestFirst: readonly PaymentState[] = [
  "paid",
  "review",
  "approved",
  "pending",
  "created",
  "failed",
  "closed",
];

/** @throws PayIndexError `store_unavailable` */
export async function status<Tx>(ledger: Ledger<Tx>, key: BookKey): Promise<BookStatus> {
  const { payments, work } = await stored("read a book", ledger.store.book(key));
  const paid = work.find(({ kind, status: standing }) => kind === "paid" && standing === "done");
  // What staff ended was not placed.
  const result = paid?.result?.note === undefined ? paid?.result : undefined;
  return {
    tenant: key.tenant,
    reference: key.reference,
    state: bookState(payments),
    payments: payments.map(paymentStatus),
    items: work.filter(({ status: standing }) => standing === "parked"),
    placed: result && { at: result.at, ...(result.placed === undefined ? {} : { id: result.placed }) },
  };
}

/**
 * How the payment stands that this return token belongs to, and where its buyer should go. Money on another attempt of the
 * same reference counts; another attempt that is merely open does not keep this buyer waiting.
 *
 * @throws PayIndexError `payment_unknown`, `store_unavailable`
 */
export async function buyerStatus<Tx>(
  ledger: Ledger<Tx>,
  orderNumber: string,
  token: string,
): Promise<BuyerStatus> {
  const { payment, kind } = await findByReturnToken(ledger, orderNumber, token);
  const { tenant, reference } = payment;
  const { payments } = await stored("read a book", ledger.store.book({ tenant, reference }));
  const own = payments.find((each) => each.orderNumber === orderNumber) ?? payment;
  const best = bookState(payments);
  const state = best === "paid" || best === "review" || best === "approved" ? best : own.state;
  const next =
    outcomePage(ledger, { tenant, reference, state }) ?? pageOfRepeat(ledger, own, { state, kind });
  return { tenant, reference, state, next };
}

/**
 * A second click waits while the first is on its way, and its browser drops the first's answer: it must be sent to the payment
 * page as well. Whoever comes back from there has the other token, and is not sent in circles.
 */
function pageOfRepeat<Tx>(
  { settings, platform }: Ledger<Tx>,
  payment: Payment,
  { state, kind }: { state: PaymentState; kind: "return" | "repeat" },
): string | undefined {
  if (kind === "return" || state !== "pending") return undefined;
  return openUrl(payment, { reuseFor: settings.reuseFor, now: platform.now() });
}

async function findByReturnToken<Tx>(ledger: Ledger<Tx>, orderNumber: string, token: string) {
  if (isOrderNumber(orderNumber) && isToken(token)) {
    const payment = await stored("find a payment", ledger.store.find(orderNumber));
    const kind = payment && returnTokenKind(ledger.settings, payment, token);
    if (payment !== undefined && kind !== undefined) return { payment, kind };
  }
  throw new PayIndexError("payment_unknown", "No payment has this address.");
}

function bookState(payments: readonly Payment[]): BookState {
  const states = new Set(payments.map(({ state }) => state));
  return bestFirst.find((state) => states.has(state)) ?? "none";
}

function paymentStatus(payment: Payment): PaymentStatus {
  const { orderNumber, attempt, variant, state, money, createdAt } = payment;
  return { orderNumber, attempt, variant, state, money, createdAt, timeline: timelineOf(payment) };
}
