import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import type { Fact } from "../payment/fact.ts";
import type { Job } from "../payment/job.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import type { JobChanges } from "./job-changes.ts";

/** Money that the shop wants to give back, which only a person can do. */
export interface RequestedRefund {
  /** The same for the same refund: a repeat adds nothing. */
  readonly mark: string;
  /** What was asked for, for staff. */
  readonly evidence: string;
  /** The amount that was asked for. */
  readonly money?: Money | undefined;
}

/** The refunds that the shop asks for of a book's payments, put before staff. */
export class RefundRequestChanges {
  readonly #known: readonly Job[];
  readonly #work: JobChanges;

  constructor(known: readonly Job[], work: JobChanges) {
    this.#known = known;
    this.#work = work;
  }

  /** @param about what was said of the sale, or of the later cycle that it is about */
  park(
    payment: Attempt,
    refund: RequestedRefund,
    { cycle, facts }: { cycle: number | undefined; facts: readonly Fact[] },
  ): void {
    const about = cycle === undefined ? {} : { cycle };
    const message = refundEvidence(payment, refund, {
      isFirst: cycle === undefined,
      isAgain: this.#wasAskedFor(payment, cycle) || facts.some(isRefundRecord),
    });
    this.#work.park(
      payment,
      { kind: "refund-due", mark: refund.mark, asked: refund.money, ...about },
      { code: "refund_due", message },
    );
  }

  #wasAskedFor({ orderNumber }: Attempt, cycle: number | undefined): boolean {
    return this.#known.some(
      (work) =>
        work.kind === "refund-due" &&
        work.status === "parked" &&
        work.orderNumber === orderNumber &&
        work.cycle === cycle,
    );
  }
}

function isRefundRecord(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "refunded";
}

function refundEvidence(
  payment: Attempt,
  { evidence }: RequestedRefund,
  { isFirst, isAgain }: { isFirst: boolean; isAgain: boolean },
): string {
  const { trueAmount } = expectedAmountsOf(payment);
  const said = [evidence];
  if (isFirst && trueAmount.minor !== payment.money.minor)
    said.push(`Its first period cost ${toAmountText(trueAmount)} ${trueAmount.currency}: no more was paid.`);
  if (isAgain)
    said.push(
      "A refund of it was asked for or recorded before: see the other items and the timeline, and give nothing back twice.",
    );
  return said.join(" ");
}
