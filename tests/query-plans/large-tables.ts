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
  }));

/** The rows of each table that the pages for staff read. */
export const largeTables = {
  pay_index_attempt: attempts,
  pay_index_reported_transaction: reportedTransactions,
  pay_index_review_item: reviewItems,
} as const satisfies Record<string, () => SqlRow[]>;

function rowsOf<Row extends SqlRow>(count: number, rowAt: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => rowAt(index));
}
