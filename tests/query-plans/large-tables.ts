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
    attempt_id: idAt(index),
    tenant: tenantAt(index),
    reference: referenceAt(index),
    number: (index % 3) + 1,
    merchant_tenant: tenantAt(index),
    state: stateAt(index),
    started_at: instantAt(index),
    answers_any_start: 0,
    open_fingerprint: null,
    no_result_group: null,
    record: "{}",
    counts: "hosted USD 1 1 0 1 1999 60 60",
    // The newest were written after the last sweep.
    counted: index < attemptCount - 200 ? "hosted USD 1 1 0 1 1999 60 60" : "",
    last_refund_at: index % 50 === 0 ? instantAt(index) : null,
  }));

/** Every tenth attempt is a subscription with a later cycle. */
const cycles = () =>
  rowsOf(attemptCount / 10, (index) => ({
    attempt_id: idAt(index * 10),
    number: 2,
    tenant: tenantAt(index * 10),
    reference: referenceAt(index * 10),
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

const reportedTransactions = () =>
  rowsOf(attemptCount, (index) => ({ transaction_id: `T${index}`, attempt_id: idAt(index) }));

/** Every hundredth is open. */
const reviewItems = () =>
  rowsOf(attemptCount / 5, (index) => ({
    id: `item-${index}`,
    kind: "no-result",
    tenant: tenantAt(index * 5),
    reference: referenceAt(index * 5),
    attempt_id: idAt(index * 5),
    cycle: null,
    dedupe_key: "",
    job_id: null,
    status: index % 100 === 0 ? "open" : "resolved",
    created_at: instantAt(index * 5),
    resolution: null,
    record: "{}",
    // Every open item waits to be overdue, and a storm of new ones to be reported.
    alert: alertOfItem(index),
    alert_since: instantAt(index * 5),
  }));

function alertOfItem(index: number): string | null {
  if (index >= attemptCount / 5 - 2000) return "review-item-opened";
  return index % 100 === 0 ? "review-item-overdue" : null;
}

/** The rows of each table that the pages for staff read. */
export const largeTables = {
  pay_index_attempt: attempts,
  pay_index_cycle: cycles,
  pay_index_daily_count: dailyCounts,
  pay_index_reported_transaction: reportedTransactions,
  pay_index_review_item: reviewItems,
} as const satisfies Record<string, () => SqlRow[]>;

function rowsOf<Row extends SqlRow>(count: number, rowAt: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => rowAt(index));
}
