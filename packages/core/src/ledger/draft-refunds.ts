import { toAmountText } from "../money/amount-text.ts";
import type { Money } from "../money/money.ts";
import type { Fact } from "../payment/fact.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import type { DraftWork } from "./draft-work.ts";
import type { Work } from "./work.ts";

/** Money that the shop wants to give back, which only a person can do. */
export interface RefundDue {
  /** The same for the same refund: a repeat adds nothing. */
  readonly mark: string;
  /** What was asked for, for staff. */
  readonly evidence: string;
  /** The amount that was asked for. */
  readonly money?: Money | undefined;
}

/** The refunds that the shop asks for of a book's payments, put before staff. */
export class DraftRefunds {
  readonly #known: readonly Work[];
  readonly #work: DraftWork;

  constructor(known: readonly Work[], work: DraftWork) {
    this.#known = known;
    this.#work = work;
  }

  /** @param about what was said of the sale, or of the later cycle that it is about */
  park(
    payment: Payment,
    refund: RefundDue,
    { cycle, facts }: { cycle: number | undefined; facts: readonly Fact[] },
  ): void {
    const about = cycle === undefined ? {} : { cycle };
    const message = evidenceOf(payment, refund, {
      isFirst: cycle === undefined,
      isAgain: this.#wasAskedFor(payment, cycle) || facts.some(isRefunded),
    });
    this.#work.park(
      payment,
      { kind: "refund-due", mark: refund.mark, asked: refund.money, ...about },
      { code: "refund_due", message },
    );
  }

  #wasAskedFor({ orderNumber }: Payment, cycle: number | undefined): boolean {
    return this.#known.some(
      (work) =>
        work.kind === "refund-due" &&
        work.status === "parked" &&
        work.orderNumber === orderNumber &&
        work.cycle === cycle,
    );
  }
}

function isRefunded(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "refunded";
}

function evidenceOf(
  payment: Payment,
  { evidence }: RefundDue,
  { isFirst, isAgain }: { isFirst: boolean; isAgain: boolean },
): string {
  const { trueAmount } = termsOf(payment);
  const said = [evidence];
  if (isFirst && trueAmount.minor !== payment.money.minor)
    said.push(`Its first period cost ${toAmountText(trueAmount)} ${trueAmount.currency}: no more was paid.`);
  if (isAgain)
    said.push(
      "A refund of it was asked for or recorded before: see the other items and the timeline, and give nothing back twice.",
    );
  return said.join(" ");
}
