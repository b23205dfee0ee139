import { type AmountDueComparedProof, amountDueProblem } from "../payment/amount-due.ts";
import type { OrderPort, OrderRefusal, PlaceOrderAnswer, PlaceOrderRequest } from "../ports/orders.ts";
import type { Money } from "../protocol/money/money.ts";
import type { EffectCompletionCallbacks } from "./job-handler.ts";

/**
 * Has the host place the order of a paid sale, for the price that was paid and no other (ENG-DUE).
 *
 * @throws Error if the host answers that it placed the order without having the amount due compared
 */
export async function placeOrderAtPrice<Tx>(
  orders: OrderPort<Tx>,
  { complete, stop }: EffectCompletionCallbacks<Tx>,
  sale: Pick<PlaceOrderRequest<Tx>, "key" | "payment" | "runHook">,
): Promise<PlaceOrderAnswer | OrderRefusal> {
  let checked: AmountDueComparedProof | undefined;
  const checkAmountDue = (due: Money | undefined): AmountDueComparedProof => {
    stop.reset();
    checked = undefined;
    const problem = amountDueProblem(sale.payment.amount, due);
    if (problem !== undefined) stop.with({ refused: problem });
    checked = Object.freeze({}) as AmountDueComparedProof;
    return checked;
  };
  const answer = await orders.placeOrder({
    ...sale,
    checkAmountDue,
    async complete(tx, amountDue, orderId) {
      await complete(tx, { placed: { id: orderId } });
      return checkAmountDue(await amountDue());
    },
  });
  if ("refused" in answer) return answer;
  if (checked === undefined || answer.amount !== checked)
    throw new Error(
      "The host placed the order without comparing the amount due: call complete or checkAmountDue.",
    );
  return answer;
}
