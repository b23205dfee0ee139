import { PayIndexError } from "../errors.ts";
import { type Ledger, stored } from "./context.ts";
import { perform } from "./perform.ts";
import { settle } from "./settle.ts";
import type { RefundDue } from "./settle-book.ts";

/** A refund that the shop was asked for. */
export interface RefundRequest extends RefundDue {
  readonly orderNumber: string;
}

/**
 * Puts a refund before staff: the protocol has none, so a person makes it at the gateway and books `refunded`.
 *
 * @throws PayIndexError `payment_unknown`, `store_unavailable`
 */
export async function refundDue<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, mark, evidence }: RefundRequest,
): Promise<void> {
  const payment = await stored("find a payment", ledger.store.find(orderNumber));
  if (payment === undefined) throw new PayIndexError("payment_unknown", "No payment has this order number.");
  const leased = await settle(ledger, payment, [{ orderNumber, refund: { mark, evidence } }]);
  for (const each of leased) await perform(ledger, each);
}
