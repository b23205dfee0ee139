import type { Attempt } from "../payment/attempt.ts";
import { includesSameFact } from "../payment/fact.ts";
import {
  type GatewayRefund,
  gatewayRefundsOf,
  isDetailOfWholeRefund,
  isRefundUnderWay,
} from "../payment/gateway-refunds.ts";
import { type JobKind, jobOrItemId } from "../payment/job.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { RefundFact, RefundReportedFact } from "../payment/refund-fact.ts";
import {
  amountLeftToRefund,
  type ChargeFacts,
  factsOfCycle,
  refundableChargeOf,
} from "../payment/refundable-charge.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import type { ChangedCycle } from "./cycle-changes.ts";
import {
  refundDiscrepanciesOf,
  refundFailedLaterProblem,
  refundKey,
  refundReportKey,
  refundReportMovedProblem,
  unexpectedRefundProblem,
} from "./refund-discrepancies.ts";
import { hasPlacedOrderForCharge, requireValidRefundRequest } from "./require-valid-refund.ts";
import type { RowChanges } from "./row-changes.ts";

/** Seconds until the gateway is asked how a refund ended, after it accepted the refund or gave no clear answer. */
const firstCheckAfter = 10;

/** A refund whose state changes. */
export interface ChangedRefund {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  readonly refund: GatewayRefund;
}

/**
 * Returns a fact about a refund as it counts, or undefined if it repeats a request. The limit is checked here, inside the commit, so that
 * two requests together cannot exceed it (RFD-LIMIT).
 *
 * @throws PayIndexError `refund_invalid`
 */
export function countRefundFact(
  rows: RowChanges,
  fact: RefundFact,
  subject: ChargeFacts,
): RefundFact | undefined {
  switch (fact.step) {
    case "requested":
      return requireValidRefundRequest(rows.payment, fact, subject);
    case "reported":
      return countReport(rows, fact, subject);
    case "submitted":
    case "answered":
    case "resolved":
      return fact;
  }
}

/** Adds what follows from the new facts of all attempts and changed cycles, and returns the refunds whose state changes. */
export function deriveAllRefunds(
  rows: RowChanges,
  changedCycles: readonly ChangedCycle[],
): readonly ChangedRefund[] {
  const { attempts, cycles } = rows.payment;
  const ofAttempts = rows.changedAttempts.flatMap((attempt) => {
    const before = attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
    return deriveRefunds(rows, { attempt, cycle: undefined, facts: attempt.facts }, before?.facts ?? []);
  });
  const ofCycles = changedCycles.flatMap(({ cycle: { attemptId, number, facts } }) => {
    const attempt = rows.findAttempt(attemptId);
    if (attempt === undefined) return [];
    return deriveRefunds(rows, { attempt, cycle: number, facts }, factsOfCycle(cycles, attemptId, number));
  });
  return [...ofAttempts, ...ofCycles];
}

function deriveRefunds(rows: RowChanges, subject: ChargeFacts, earlier: ChargeFacts["facts"]) {
  const { attempt, cycle, facts } = subject;
  if (facts === earlier || !facts.some(canBeRefund)) return [];
  const moved: ChangedRefund[] = [];
  const known = new Map(gatewayRefundsOf(earlier).map((refund) => [refundKey(refund), refund]));
  for (const refund of gatewayRefundsOf(facts)) {
    const from = known.get(refundKey(refund));
    if (from?.state === refund.state) continue;
    moved.push({ attempt, cycle, refund });
    if (from?.endedAt !== undefined && isRefundUnderWay(refund)) askStaff(rows, { attempt, cycle, refund });
    follow(rows, { attempt, cycle, refund }, facts);
    if (refund.state === "succeeded") openNotices(rows, subject, refund);
  }
  const ofOrder = refundsOfOrder(facts);
  const references = new Set(refundsOfOrder(earlier).map(({ reference }) => reference));
  if (ofOrder.some(({ reference }) => !references.has(reference)))
    rows.addClaimedJob(attempt, { kind: "sync-refund", cycle, dedupeKey: String(ofOrder.length) });
  return moved;
}

/** A refund that was made at the gateway belongs to the order if its transaction paid the order, and it fits into what is left. */
function countReport(rows: RowChanges, fact: RefundReportedFact, subject: ChargeFacts): RefundReportedFact {
  const { attempt, cycle, facts } = subject;
  const isPaying = refundableChargeOf(subject)?.transactionId === fact.transactionId;
  const left = amountLeftToRefund(subject, { ofOrder: true });
  const fits = fact.amount.currency === left.currency && fact.amount.minor <= left.minor;
  const ofOrder = isPaying && fits && hasPlacedOrderForCharge(rows.payment, attempt, cycle);
  const counted = { ...fact, ofOrder };
  const isKnown = includesSameFact(facts, fact) || isRecorded(facts, fact);
  const isNew = !isKnown && !isDetailOfWholeRefund(fact, facts);
  if (isNew && fact.outcome === "succeeded" && !ofOrder) openNotice(rows, counted, subject);
  return counted;
}

/** Opens an item about a refund that nobody asked for here and that fits no order. */
function openNotice(rows: RowChanges, fact: RefundReportedFact, { attempt, cycle, facts }: ChargeFacts) {
  const own = gatewayRefundsOf([...facts, fact]).find(({ refundId }) => refundId === fact.refundId);
  if (own?.requestId !== undefined) return;
  const key = { kind: "refund-notice", cycle, dedupeKey: `refund ${fact.refundId}` } as const;
  rows.openItem(attempt, key, { problem: unexpectedRefundProblem(fact) });
}

function openNotices(rows: RowChanges, subject: ChargeFacts, refund: GatewayRefund): void {
  const { attempt, cycle } = subject;
  for (const problem of refundDiscrepanciesOf(subject, refund)) {
    const dedupeKey = `${problem.code} ${refund.refundId}`;
    rows.openItem(attempt, { kind: "refund-notice", cycle, dedupeKey }, { problem });
  }
}

/**
 * The report of a refund turned out to be about another one, and the job that asks about it can be completed. The report may have
 * resolved an earlier item, so the item opens again.
 */
function askStaff(rows: RowChanges, { attempt, cycle, refund }: ChangedRefund): void {
  const key = { kind: "refund-not-confirmed", cycle, dedupeKey: refund.requestId } as const;
  rows.reopenItem(attempt, key, { problem: refundReportMovedProblem(refund) });
}

function follow(rows: RowChanges, { attempt, cycle, refund }: ChangedRefund, facts: ChargeFacts["facts"]) {
  const { requestId, state } = refund;
  switch (state) {
    case "requested":
      rows.addClaimedJob(attempt, { kind: "send-refund", cycle, dedupeKey: requestId });
      return;
    case "submitted":
      return;
    case "accepted":
    case "unknown": {
      const dueAt = new Date(rows.now.getTime() + firstCheckAfter * 1000);
      rows.scheduleJob(attempt, { kind: "check-refund", cycle, dedupeKey: requestId }, dueAt);
      return;
    }
    case "succeeded":
    case "failed":
      end(rows, { attempt, cycle, refund }, facts);
      return;
  }
}

function end(rows: RowChanges, { attempt, cycle, refund }: ChangedRefund, facts: ChargeFacts["facts"]): void {
  const { requestId, state } = refund;
  const about = { cycle, dedupeKey: requestId };
  const idOf = (kind: JobKind | ReviewKind) => jobOrItemId(attempt.attemptId, { kind, ...about });
  const note = state === "succeeded" ? "The refund was made." : "The refund failed.";
  if (requestId !== undefined) {
    // The process that makes the call completes its own job.
    const jobId = idOf("check-refund");
    const isOpen = rows.payment.jobs.some(({ id, status }) => id === jobId && status !== "completed");
    if (isOpen) rows.completeJob(jobId, "superseded", note);
    rows.resolveItem(idOf("refund-not-confirmed"), note);
  }
  // It failed before, and staff must not refund again.
  if (state === "succeeded") rows.resolveItem(idOf("refund-failed"), note);
  rows.addClaimedJob(attempt, { kind: "report-refund", cycle, dedupeKey: refundReportKey(refund) });
  if (state === "failed" && requestId !== undefined && isReportedFailure(facts, refund))
    rows.openItem(
      attempt,
      { kind: "refund-failed", ...about },
      { problem: refundFailedLaterProblem(refund) },
    );
}

/** Whether a fact can be a part of a refund. Most charges have none. */
function canBeRefund({ source }: ChargeFacts["facts"][number]): boolean {
  return source === "refund" || source === "operator";
}

function refundsOfOrder(facts: ChargeFacts["facts"]): readonly RecordedRefund[] {
  return recordedRefundsOf(facts).filter(({ ofOrder }) => ofOrder);
}

/** Whether an operator recorded the reported refund before. */
function isRecorded(facts: ChargeFacts["facts"], { refundId }: RefundReportedFact): boolean {
  return recordedRefundsOf(facts).some(({ reference }) => reference === refundId);
}

/** Whether the gateway took the refund first, so that the shop's records may already contain it. */
function isReportedFailure(facts: ChargeFacts["facts"], { refundId }: GatewayRefund): boolean {
  return facts.some(
    (fact) => fact.source === "refund" && fact.step === "reported" && fact.refundId === refundId,
  );
}
