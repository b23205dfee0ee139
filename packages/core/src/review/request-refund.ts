import { applyFacts } from "../apply/apply-facts.ts";
import type { RequestedRefund } from "../apply/refund-request-changes.ts";
import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import { runJobs } from "../jobs/run-job.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { readResolutionCycle } from "./resolve-item.ts";

/** A refund that the shop was asked for. */
export interface RefundRequest extends RequestedRefund {
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
export async function requestRefund<Tx>(
  ledger: Engine<Tx>,
  { orderNumber, cycle, mark, evidence, money }: RefundRequest,
): Promise<void> {
  const payment = await wrapStoreErrors("find a payment", ledger.store.find(orderNumber));
  if (payment === undefined) throw new PayIndexError("payment_unknown", "No payment has this order number.");
  const refund = { mark, evidence, money };
  const leased = await applyFacts(ledger, payment, [
    { orderNumber, ...readResolutionCycle(payment, cycle), refund },
  ]);
  await runJobs(ledger, leased);
}
