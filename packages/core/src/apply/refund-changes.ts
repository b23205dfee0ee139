import type { Attempt } from "../payment/attempt.ts";
import { factIdentity } from "../payment/fact.ts";
import {
  type GatewayRefund,
  gatewayRefundsOf,
  isDetailOfWholeRefund,
  isRefundUnderWay,
} from "../payment/gateway-refunds.ts";
import { jobOrItemId } from "../payment/job.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { RefundFact, RefundReportedFact } from "../payment/refund-fact.ts";
import { amountLeftToRefund, type ChargeFacts, refundableChargeOf } from "../payment/refundable-charge.ts";
import type { CycleKey } from "../payment/subscription/cycle.ts";
import type { Payment } from "../ports/store.ts";
import type { AttemptChanges } from "./attempt-changes.ts";
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
import type { JobChanges, ReviewItemChanges } from "./row-changes.ts";

/** Seconds until the gateway is asked how a refund ended, after it accepted the refund or gave no clear answer. */
const firstCheckAfter = 10;

interface RefundContext {
  readonly jobs: JobChanges;
  readonly items: ReviewItemChanges;
  readonly now: Date;
}

/** A refund whose state changes. */
export interface ChangedRefund {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  readonly refund: GatewayRefund;
}

/** The refunds through the gateway of a change: what new facts mean for the money, and the jobs and review items that follow. */
export class RefundChanges {
  readonly moved: ChangedRefund[] = [];
  readonly #payment: Payment;
  readonly #context: RefundContext;

  constructor(payment: Payment, context: RefundContext) {
    this.#payment = payment;
    this.#context = context;
  }

  /**
   * Returns the fact as it counts, or undefined if it repeats a request. The limit is checked here, inside the commit, so that two
   * requests together cannot exceed it (RFD-LIMIT).
   *
   * @throws PayIndexError `refund_invalid`
   */
  factOf(fact: RefundFact, subject: ChargeFacts): RefundFact | undefined {
    switch (fact.step) {
      case "requested":
        return requireValidRefundRequest(this.#payment, fact, subject);
      case "reported":
        return this.#countReport(fact, subject);
      case "submitted":
      case "answered":
      case "resolved":
        return fact;
    }
  }

  /** Adds what follows from the new facts of all attempts and changed cycles. */
  deriveAll(attempts: AttemptChanges, changedCycles: readonly ChangedCycle[]): void {
    for (const attempt of attempts.changed) {
      const before = attempts.before.get(attempt.attemptId)?.facts ?? [];
      this.derive({ attempt, cycle: undefined, facts: attempt.facts }, before);
    }
    for (const { cycle } of changedCycles) {
      const { attemptId, number, facts } = cycle;
      const isSame = (each: CycleKey) => each.attemptId === attemptId && each.number === number;
      const before = this.#payment.cycles.find(isSame)?.facts ?? [];
      const attempt = attempts.find(attemptId);
      if (attempt !== undefined) this.derive({ attempt, cycle: number, facts }, before);
    }
  }

  /** Adds what follows from the new facts of an attempt or a cycle. `subject.facts`: those after the change. */
  derive(subject: ChargeFacts, earlier: ChargeFacts["facts"]): void {
    const { attempt, cycle, facts } = subject;
    if (facts === earlier || !facts.some(canBeRefund)) return;
    const known = new Map(gatewayRefundsOf(earlier).map((refund) => [refundKey(refund), refund]));
    for (const refund of gatewayRefundsOf(facts)) {
      const from = known.get(refundKey(refund));
      if (from?.state === refund.state) continue;
      this.moved.push({ attempt, cycle, refund });
      if (from?.endedAt !== undefined && isRefundUnderWay(refund)) this.#askStaff({ attempt, cycle, refund });
      this.#follow({ attempt, cycle, refund }, facts);
      if (refund.state === "succeeded") this.#openNotices(subject, refund);
    }
    const ofOrder = refundsOfOrder(facts);
    const references = new Set(refundsOfOrder(earlier).map(({ reference }) => reference));
    if (ofOrder.some(({ reference }) => !references.has(reference)))
      this.#context.jobs.addClaimed(attempt, {
        kind: "sync-refund",
        cycle,
        dedupeKey: String(ofOrder.length),
      });
  }

  /** A refund that was made at the gateway belongs to the order if its transaction paid the order, and it fits into what is left. */
  #countReport(fact: RefundReportedFact, subject: ChargeFacts): RefundReportedFact {
    const { attempt, cycle, facts } = subject;
    const isPaying = refundableChargeOf(subject)?.transactionId === fact.transactionId;
    const left = amountLeftToRefund(subject, { ofOrder: true });
    const fits = fact.amount.currency === left.currency && fact.amount.minor <= left.minor;
    const counted = {
      ...fact,
      ofOrder: isPaying && fits && hasPlacedOrderForCharge(this.#payment, attempt, cycle),
    };
    const isKnown =
      facts.some((each) => factIdentity(each) === factIdentity(fact)) || isRecorded(facts, fact);
    const isNew = !isKnown && !isDetailOfWholeRefund(fact, facts);
    if (isNew && fact.outcome === "succeeded" && !counted.ofOrder) this.#openNotice(counted, subject);
    return counted;
  }

  /** Opens an item about a refund that nobody asked for here and that fits no order. */
  #openNotice(fact: RefundReportedFact, { attempt, cycle, facts }: ChargeFacts): void {
    const own = gatewayRefundsOf([...facts, fact]).find(({ refundId }) => refundId === fact.refundId);
    if (own?.requestId !== undefined) return;
    const { refundId } = fact;
    this.#context.items.open(
      attempt,
      { kind: "refund-notice", cycle, dedupeKey: `refund ${refundId}` },
      { problem: unexpectedRefundProblem(fact) },
    );
  }

  #openNotices(subject: ChargeFacts, refund: GatewayRefund): void {
    const { attempt, cycle } = subject;
    for (const problem of refundDiscrepanciesOf(subject, refund)) {
      const dedupeKey = `${problem.code} ${refund.refundId}`;
      this.#context.items.open(attempt, { kind: "refund-notice", cycle, dedupeKey }, { problem });
    }
  }

  /**
   * The report of a refund turned out to be about another one, and the job that asks about it can be completed. The report may have
   * resolved an earlier item, so the item opens again.
   */
  #askStaff({ attempt, cycle, refund }: ChangedRefund): void {
    this.#context.items.reopen(
      attempt,
      { kind: "refund-not-confirmed", cycle, dedupeKey: refund.requestId },
      { problem: refundReportMovedProblem(refund) },
    );
  }

  #follow({ attempt, cycle, refund }: ChangedRefund, facts: ChargeFacts["facts"]): void {
    const { requestId, state } = refund;
    switch (state) {
      case "requested":
        this.#context.jobs.addClaimed(attempt, { kind: "send-refund", cycle, dedupeKey: requestId });
        return;
      case "submitted":
        return;
      case "accepted":
      case "unknown": {
        const dueAt = new Date(this.#context.now.getTime() + firstCheckAfter * 1000);
        this.#context.jobs.schedule(attempt, { kind: "check-refund", cycle, dedupeKey: requestId }, dueAt);
        return;
      }
      case "succeeded":
      case "failed":
        this.#end({ attempt, cycle, refund }, facts);
    }
  }

  #end({ attempt, cycle, refund }: ChangedRefund, facts: ChargeFacts["facts"]): void {
    const { jobs, items } = this.#context;
    const { requestId, state } = refund;
    const note = state === "succeeded" ? "The refund was made." : "The refund failed.";
    for (const kind of requestId === undefined ? [] : (["send-refund", "check-refund"] as const)) {
      const jobId = jobOrItemId(attempt.attemptId, { kind, cycle, dedupeKey: requestId });
      const isOpen = this.#payment.jobs.some(({ id, status }) => id === jobId && status !== "completed");
      // The process that makes the call completes its own job.
      if (isOpen && kind === "check-refund") jobs.complete(jobId, "superseded", note);
      const item = { kind: "refund-not-confirmed", cycle, dedupeKey: requestId } as const;
      items.resolve(jobOrItemId(attempt.attemptId, item), note);
    }
    // It failed before, and staff must not refund again.
    if (state === "succeeded")
      items.resolve(
        jobOrItemId(attempt.attemptId, { kind: "refund-failed", cycle, dedupeKey: requestId }),
        note,
      );
    jobs.addClaimed(attempt, { kind: "report-refund", cycle, dedupeKey: refundReportKey(refund) });
    if (state === "failed" && requestId !== undefined && isReportedFailure(facts, refund))
      items.open(
        attempt,
        { kind: "refund-failed", cycle, dedupeKey: requestId },
        { problem: refundFailedLaterProblem(refund) },
      );
  }
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
