import type { SqlRow } from "@pay-index/core/store";

/** The number of attempts. */
const attemptCount = 100_000;

/** The state of each attempt of a shop that has sold for years: nearly all are paid, and few are open. */
function stateAt(index: number): string {
  const place = index % 1000;
  if (place < 5) return ["created", "approved", "review", "closed", "refunded"][place] ?? "";
  if (place < 15) return "pending";
  return place < 100 ? "failed" : "paid";
}

const idAt = (index: number) => `A${String(index).padStart(19, "0")}`;
const instantAt = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
/** Each order has three attempts. */
const referenceAt = (index: number) => `order-${Math.floor(index / 3)}`;
const tenantAt = (index: number) => (Math.floor(index / 3) % 10 === 0 ? "north" : "default");

const paymentAt = (index: number) => ({ tenant: tenantAt(index), reference: referenceAt(index) });
const paymentOfAttempt = (index: number) => ({ attempt_id: idAt(index), ...paymentAt(index) });
const empty = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

/** An attempt in the middle of the tables, with all that staff search for. */
const middle = attemptCount / 2;
export const wantedAttempt = {
  attemptId: idAt(middle),
  createdAt: instantAt(middle),
  reference: referenceAt(middle),
  transactionId: `T${middle}`,
  itemId: `item-${middle / 5}`,
  otherReferences: Array.from({ length: 100 }, (_, index) => referenceAt(index * 900)),
};

const attempts = () =>
  rowsOf(attemptCount, (index) => ({
    ...paymentOfAttempt(index),
    number: (index % 3) + 1,
    merchant_tenant: tenantAt(index),
    state: stateAt(index),
    started_at: instantAt(index),
    answers_any_start: 0,
    ...empty("open_fingerprint", "no_result_group"),
    record: "{}",
    counts: "hosted USD 1 1 0 1 1999 60 60",
    // The newest were written after the last sweep.
    counted: index < attemptCount - 200 ? "hosted USD 1 1 0 1 1999 60 60" : "",
    uncounted_since: index < attemptCount - 200 ? null : instantAt(index),
    last_refund_at: index % 50 === 0 ? instantAt(index) : null,
    bad_sign_at: index % 20 === 0 ? instantAt(index) : null,
  }));

/** Every tenth attempt is a subscription with a later cycle. */
const cycles = () =>
  rowsOf(attemptCount / 10, (index) => ({
    ...paymentOfAttempt(index * 10),
    number: 2,
    record: "{}",
    last_refund_at: index % 50 === 0 ? instantAt(index * 10) : null,
    paid_at: instantAt(index * 10),
  }));

/** Four years, in five variants, of two tenants. */
const dailyCounts = () =>
  rowsOf(4 * 365 * 10, (index) => ({
    day: instantAt(Math.floor(index / 10) * 1440).slice(0, 10),
    merchant_tenant: index % 2 === 0 ? "default" : "north",
    variant: `variant ${index % 5}`,
    currency: "USD",
    started: "9",
    paid: "7",
    declined: "1",
    notifications: "8",
    paid_minor: "13993",
    seconds_to_paid: "420",
    seconds_to_notification: "400",
  }));

/** Of each subscription, the sale and the later cycle. */
const transactions = () =>
  rowsOf(attemptCount / 5, (index) => ({
    attempt_id: idAt(Math.floor(index / 2) * 10),
    transaction_id: `T${index}`,
    cycle: (index % 2) + 1,
    refunded: 0,
  }));

const reportedTransactions = () =>
  rowsOf(attemptCount, (index) => ({ transaction_id: `T${index}`, attempt_id: idAt(index) }));

/** Every hundredth is open. */
const reviewItems = () =>
  rowsOf(attemptCount / 5, (index) => ({
    id: `item-${index}`,
    kind: "no-result",
    ...paymentOfAttempt(index * 5),
    dedupe_key: "",
    ...empty("cycle", "job_id", "resolution"),
    status: index % 100 === 0 ? "open" : "resolved",
    created_at: instantAt(index * 5),
    record: "{}",
    // Every open item waits to be overdue, and a storm of new ones to be reported.
    alert: alertOfItem(index),
    alert_since: instantAt(index * 5),
  }));

function alertOfItem(index: number): string | null {
  if (index >= attemptCount / 5 - 2000) return "review-item-opened";
  return index % 100 === 0 ? "review-item-overdue" : null;
}

/** Two of three are done, and the others are due later, as the checks of subscriptions are. */
const jobs = () =>
  rowsOf(attemptCount, (index) => ({
    id: `job-${index}`,
    kind: index % 3 === 0 ? "check-cycle" : "place-order",
    ...paymentOfAttempt(index),
    dedupe_key: "",
    status: index % 3 === 0 ? "due" : "completed",
    created_at: instantAt(index),
    due_at: instantAt(index),
    tries: 0,
    ...empty("cycle", "problem", "outcome", "review_item_id", "lease_token", "lease_until"),
  }));

const notifications = () =>
  rowsOf(attemptCount, (index) => ({
    id: `notification-${index}`,
    ...paymentOfAttempt(index),
    received_at: instantAt(index + 1),
    processed: 1,
    record: "{}",
  }));

const payments = () =>
  rowsOf(Math.ceil(attemptCount / 3), (index) => ({ ...paymentAt(index * 3), version: 3 }));

const requestWindows = () =>
  rowsOf(attemptCount, (index) => ({ id: `window-${index}`, requests: 1, ends_at: instantAt(index + 1) }));

/** Every order has one. */
const links = () =>
  rowsOf(Math.ceil(attemptCount / 3), (index) => ({
    link_id: `link-${index}`,
    ...paymentAt(index * 3),
    record: "{}",
  }));

/** The rows of each table that grows. */
export const largeTables = {
  pay_index_attempt: attempts,
  pay_index_cycle: cycles,
  pay_index_daily_count: dailyCounts,
  pay_index_job: jobs,
  pay_index_link: links,
  pay_index_notification: notifications,
  pay_index_payment: payments,
  pay_index_reported_transaction: reportedTransactions,
  pay_index_request_window: requestWindows,
  pay_index_review_item: reviewItems,
  pay_index_transaction: transactions,
} as const satisfies Record<string, () => SqlRow[]>;

function rowsOf<Row extends SqlRow>(count: number, rowAt: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => rowAt(index));
}
