import { PayIndexError, problemsOfSchemaIssues } from "../errors.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import { isMoney, type Money, moneySchema } from "../protocol/money/money.ts";
import type { RefusalProblem } from "./order-refusals.ts";

declare const amountCompared: unique symbol;

/** The proof that core compared the amount due with the price of the order. Only core creates it. It is valid for one job. */
export interface AmountDueComparedProof {
  readonly [amountCompared]: true;
}

/** Returns the amount due for the order now, or `undefined` if the shop has no such order. If it throws, core tries again later. */
export type FindAmountDue = () => Money | undefined | Promise<Money | undefined>;

/**
 * Returns why a paid order cannot be placed for its price (ENG-DUE), or `undefined` if that price is still due.
 *
 * @param price the price of the order when the attempt started
 * @param due the amount due now, as the host returned it
 * @throws PayIndexError `money_invalid` if `due` is neither money nor `undefined`
 */
export function amountDueProblem(price: Money, due: unknown): RefusalProblem | undefined {
  if (due === undefined)
    return {
      code: "order_missing",
      message: `The shop has no order for this payment of ${amountWithCurrency(price)}. Restore the order and try again, or refund the payment.`,
    };
  const asked = parseAmountDue(due);
  if (asked.minor === price.minor && asked.currency === price.currency) return undefined;
  return {
    code: "order_changed",
    message: `The order cost ${amountWithCurrency(price)} when the payment started, and ${amountWithCurrency(asked)} is due now. Refund the payment, or try again when ${amountWithCurrency(price)} is due again.`,
  };
}

function parseAmountDue(due: unknown): Money {
  if (isMoney(due)) return due;
  const parsed = moneySchema.safeParse(due);
  if (parsed.success) return parsed.data;
  const problems = problemsOfSchemaIssues(parsed.error.issues);
  const listed = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new PayIndexError(
    "money_invalid",
    `The shop returned an invalid amount due: ${listed}. Return money(minorUnits, currency), or undefined if there is no such order.`,
  );
}

function amountWithCurrency(amount: Money): string {
  return `${toAmountText(amount)} ${amount.currency}`;
}
