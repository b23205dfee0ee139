import { isPayIndexError } from "../errors.ts";
import { fromAmountText } from "../money/amount-text.ts";
import type { Money } from "../money/money.ts";
import { isSuccess } from "../payment/judge.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import { type Ledger, stored } from "./context.ts";
import { markOf, type Work } from "./work.ts";

/** Databases take a limited number of parameters in a statement. */
const chunk = 500;

/**
 * Returns the amount that each review item is about, by the item's id: what was charged, and otherwise what the attempt asked for. The
 * total of the shop's own order may be another one by now.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function itemAmounts<Tx>(
  { store }: Pick<Ledger<Tx>, "store">,
  items: readonly Work[],
): Promise<ReadonlyMap<string, Money>> {
  const orderNumbers = [...new Set(items.map(({ orderNumber }) => orderNumber))];
  const found: Payment[] = [];
  for (let first = 0; first < orderNumbers.length; first += chunk)
    found.push(...(await stored("find payments", store.findAll(orderNumbers.slice(first, first + chunk)))));
  const payments = new Map(found.map((payment) => [payment.orderNumber, payment]));
  return new Map(
    items.flatMap((item) => {
      const payment = payments.get(item.orderNumber);
      return payment === undefined ? [] : [[item.id, amountOf(payment, item)]];
    }),
  );
}

function amountOf(payment: Payment, item: Work): Money {
  if (item.cycle !== undefined) return payment.money;
  return (
    (item.kind === "mismatch" ? reportedAmount(payment, markOf(item)) : undefined) ??
    termsOf(payment).trueAmount
  );
}

/** What the gateway reports as paid by this transaction. Undefined: the report is not an amount. */
function reportedAmount({ facts }: Payment, transactionId: string): Money | undefined {
  const fact = facts.filter(isSuccess).find((each) => each.transactionId === transactionId);
  if (fact === undefined) return undefined;
  try {
    return fromAmountText(fact.trueAmount, fact.currency.toUpperCase());
  } catch (error) {
    if (isPayIndexError(error, "money_invalid")) return undefined;
    throw error;
  }
}
