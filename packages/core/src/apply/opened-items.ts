import {
  type Attempt,
  expectedAmountsOf,
  newestPartOf,
  noResultGroupOf,
  partOf,
  responseOf,
} from "../payment/attempt.ts";
import { hasResult } from "../payment/attempt-state.ts";
import { type DisputeFact, disputeItemCodeByType, disputeItemKey } from "../payment/dispute-fact.ts";
import { findSaleNotReceivedReason } from "../payment/find-sale-not-received-reason.ts";
import type { JobProblem } from "../payment/job.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { UnverifiedReturnResult } from "../protocol/buyer-return.ts";
import { amountWithCurrency, type Money } from "../protocol/money/money.ts";
import { dedupeKeyAfter, jobsOfKind, type RowChanges } from "./row-changes.ts";

/** Opens the review item of a dispute, and adds the job that reports it to the shop (DSP-ITEM). Changes no state. */
export function openDisputeItem(rows: RowChanges, { attempt, cycle }: ChargeFacts, fact: DisputeFact): void {
  const key = { kind: "dispute", cycle, dedupeKey: disputeItemKey(fact) } as const;
  rows.openItem(attempt, key, { problem: disputeProblem(fact) });
  rows.addClaimedJob(attempt, { kind: "report-dispute", cycle, dedupeKey: fact.id });
}

/** Returns what the gateway reported. The code names the type, and the texts for staff say what to do about it. */
function disputeProblem(fact: DisputeFact): JobProblem {
  const { type, transactionId, alertType, alertStatus = "", refundAmount = "", refundId = "" } = fact;
  const reported = [
    ...(type === "unrecognized" ? [`type ${quote(alertType)}`] : []),
    `transaction ${transactionId}`,
    `status ${quote(alertStatus)}`,
    `amount ${quote(refundAmount)}`,
    ...(type === "refund" ? [`refund ID ${quote(refundId)}`] : []),
  ];
  return { code: disputeItemCodeByType[type], message: `The gateway reported: ${reported.join(", ")}.` };
}

function quote(text: string): string {
  return `“${text}”`;
}

/** A refund that the shop asks for, and that a person makes at the gateway. */
export interface RefundForStaffToMake {
  /** The same for the same refund: a repeated request adds nothing. 1 to 200 characters, such as the id of the refund in the shop. */
  readonly dedupeKey: string;
  /** Why the shop asks for the refund, for staff. At most 1000 characters. */
  readonly evidence: string;
  /** The requested amount, in minor units. */
  readonly amount?: Money | undefined;
}

/** Opens the review item of a requested refund. */
export function openRefundRequestedItem(
  rows: RowChanges,
  refund: RefundForStaffToMake,
  charge: ChargeFacts,
): void {
  const { attempt, cycle } = charge;
  const { dedupeKey, evidence, amount: requestedAmount } = refund;
  const isRepeated =
    isRefundRequested(rows.payment.reviewItems, charge) ||
    charge.facts.some((fact) => fact.source === "operator" && fact.action === "record-refund");
  const problem = { code: "refund_requested", message: refundEvidence(evidence, charge, isRepeated) };
  rows.openItem(attempt, { kind: "refund-requested", dedupeKey, cycle }, { problem, requestedAmount });
}

function isRefundRequested(known: readonly ReviewItem[], { attempt, cycle }: ChargeFacts): boolean {
  return known.some(
    (item) =>
      item.kind === "refund-requested" &&
      isOpenReviewItem(item) &&
      item.attemptId === attempt.attemptId &&
      item.cycle === cycle,
  );
}

function refundEvidence(evidence: string, { attempt, cycle }: ChargeFacts, isRepeated: boolean): string {
  const { chargedAmount } = expectedAmountsOf(attempt);
  const isCheaper = cycle === undefined && chargedAmount.minor !== attempt.amount.minor;
  const first = `The first period cost ${amountWithCurrency(chargedAmount)}. The buyer paid no more than this.`;
  return [evidence, ...(isCheaper ? [first] : []), ...(isRepeated ? [repeatedRefundText] : [])].join(" ");
}

const repeatedRefundText =
  "Another refund of this payment was requested or recorded before. See the other items and the timeline, so that you do not refund twice.";

/**
 * Changes the review item `no-result`: a payment has at most one, about all attempts of its group. Replaces the open item by one with the
 * new count, named after the newest member. Each item contains the count, so that no other member is read: an attempt is counted when
 * its result is overdue, and no longer once it has a result. Attempts become members of the group.
 *
 * @param notes by the id of an item that operators resolve with this change: the note of its resolution
 */
export function changeNoResultItem(
  rows: RowChanges,
  overdue: ReadonlySet<string>,
  notes: ReadonlyMap<string, string>,
): void {
  const item = rows.payment.reviewItems.find((each) => each.kind === "no-result" && isOpenReviewItem(each));
  if (item === undefined && overdue.size === 0) return;
  const note = item && notes.get(item.id);
  if (item !== undefined && note !== undefined) rows.resolveItem(item.id, note);
  const current = note === undefined ? item : undefined;
  const paidParts = new Set(rows.attempts.filter(({ state }) => state === "paid").map(partOf));
  const isAwaited = (attempt: Attempt) => overdue.has(attempt.attemptId) && !paidParts.has(partOf(attempt));
  if (!paidParts.has(newestPartOf(rows.attempts)))
    recountGroup(rows, rows.attempts.filter(isAwaited), current);
  else if (current !== undefined) rows.resolveItem(current.id, "An attempt of this payment is paid.");
}

function recountGroup(rows: RowChanges, overdue: readonly Attempt[], current: ReviewItem | undefined): void {
  const version = rows.payment.version + 1;
  const { group, count } = current?.noResult ?? { group: version, count: 0 };
  for (const attempt of overdue.filter(isResultOverdue))
    rows.replaceAttempt({ ...attempt, noResultGroup: group });
  const isMember = (attempt: Attempt) => noResultGroupOf(attempt) === group;
  const members = rows.attempts.filter(isMember);
  const next = count + members.length - rows.payment.attempts.filter(isMember).length;
  if (next === count) return;
  const newest = members.toSorted((a, b) => a.number - b.number).at(-1);
  if (newest === undefined) {
    if (current !== undefined) rows.resolveItem(current.id, "Every attempt has a result.");
    return;
  }
  // The version distinguishes items that name the same attempt.
  const key = { kind: "no-result", dedupeKey: current === undefined ? "" : String(version) } as const;
  rows.openItem(newest, key, { problem: noResultProblem(newest, next), noResult: { group, count: next } });
  if (current !== undefined)
    rows.resolveItem(current.id, `Replaced by the item of gateway order ID ${newest.attemptId}.`);
}

/** An attempt joins a group once. */
function isResultOverdue({ noResultGroup, state }: Attempt): boolean {
  return noResultGroup === undefined && !hasResult(state);
}

const hintTexts = {
  succeeded: "a successful payment",
  fail: "a failed payment",
  processing: "that the payment is being processed",
} as const satisfies Record<UnverifiedReturnResult, string>;

/** What the buyer's browser reported last, as the start of a text (RET-HINT). */
function returnHintText({ returnHints }: Attempt): string {
  const last = returnHints?.at(-1);
  if (last === undefined) return "";
  return `The buyer's browser reported ${hintTexts[last.result]}; this is not verified. `;
}

function noResultProblem(newest: Attempt, count: number): JobProblem {
  const { attemptId } = newest;
  const response = responseOf(newest);
  const isNotReceived = response !== undefined && findSaleNotReceivedReason(response) !== undefined;
  const missing = isNotReceived
    ? "The gateway did not accept the request and sent no notification."
    : "The gateway sent no notification.";
  const message =
    count === 1
      ? `${missing} ${returnHintText(newest)}Ask the gateway about order ID ${attemptId}.`
      : `${count} attempts have no result. Ask the gateway about each of them. The newest has the order ID ${attemptId}.`;
  return { code: "no_result", message };
}

/** The highest number of returns of one attempt after which the gateway is asked. A return page can be reloaded without an end. */
const maxReturns = 10;

/**
 * Schedules that the gateway is asked about an attempt whose buyer is back (QRY-RETURN): anew after each return, because the buyer may have
 * paid since the last one. A query that is due earlier stays.
 */
export function scheduleQueryAfterReturn(rows: RowChanges, attempt: Attempt, dueAt: Date): void {
  const own = jobsOfKind(rows, attempt, "query-after-return");
  const open = own.find(({ status }) => status !== "completed");
  if (own.length >= maxReturns || (open !== undefined && Date.parse(open.dueAt) <= dueAt.getTime())) return;
  if (open !== undefined) rows.completeJob(open.id, "superseded", "The buyer is back again.");
  rows.scheduleJob(attempt, { kind: "query-after-return", dedupeKey: dedupeKeyAfter(own) }, dueAt);
}

/** The highest number of queries about late repeats of one attempt, and the milliseconds between two. */
const maxRepeatQueries = 10;
const repeatQueryGap = 86_400_000;

/**
 * Schedules that the gateway is asked about an attempt whose success was repeated late, at most once a day (QRY-REPEAT). A repeat that comes
 * too early is asked about later, because no other message reports that refund.
 */
export function scheduleQueryAfterRepeat(rows: RowChanges, attempt: Attempt, at: Date): void {
  const own = jobsOfKind(rows, attempt, "query-after-repeat");
  const isCovered = own.some(({ status, dueAt }) => status === "due" && Date.parse(dueAt) > at.getTime());
  if (own.length >= maxRepeatQueries || isCovered) return;
  const nextTimes = own.map((job) => Date.parse(job.dueAt) + repeatQueryGap);
  const dueAt = new Date(Math.max(at.getTime(), ...nextTimes));
  rows.scheduleJob(attempt, { kind: "query-after-repeat", dedupeKey: dedupeKeyAfter(own) }, dueAt);
}
