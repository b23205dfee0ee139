import { PayIndexError } from "../errors.ts";
import { type Ledger, stored } from "./context.ts";
import { cycleDecided } from "./decide.ts";
import type { RefundDue } from "./draft-refunds.ts";
import { performAll } from "./perform.ts";
import { settle } from "./settle.ts";

/** A refund that the shop was asked for. */
export interface RefundRequest extends RefundDue {
  readonly orderNumber: string;
  /** Of a subscription: the later cycle whose money it is; without one it is that of the first payment. */
  readonly cycle?: number;
}

/**
 * Puts a refund before staff: the protocol has none, so a person makes it at the gateway and books `refunded`. The item says if a
 * refund of the same payment, or of the same cycle, waits or was booked already.
 *
 * @throws PayIndexError `decision_invalid`, `payment_unknown`, `store_unavailable`
 */
export async function refundDue<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, cycle, mark, evidence, money }: RefundRequest,
): Promise<void> {
  const payment = await stored("find a payment", ledger.store.find(orderNumber));
  if (payment === undefined) throw new PayIndexError("payment_unknown", "No payment has this order number.");
  const refund = { mark, evidence, money };
  const leased = await settle(ledger, payment, [{ orderNumber, ...cycleDecided(payment, cycle), refund }]);
  await performAll(ledger, leased);
}
