import { reportDispute } from "../disputes/dispute-sender.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { maskCardNumbers } from "../mask-card-numbers.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import { acceptRefund, unitsLeftToRefund } from "../refunds/refunds.ts";
import { formatTenThousandths, parseTenThousandths } from "../sale/amount.ts";
import { changeOrder, wrongStateError } from "./order-details.ts";
import {
  disputeRequestSchema,
  parseControlRequest,
  putDisputeWebhookRequestSchema,
  refundRequestSchema,
} from "./request-schemas.ts";
import type { SandboxControl } from "./sandbox-control.ts";

/** Returns the methods of the control that refund money, or report a refund, a chargeback or an alert. */
export function createRefundAndDisputeMethods(core: GatewayCore) {
  const { orderStore, webhooks } = core;
  return {
    async refund(orderId, { merchant, ...how } = {}) {
      const { amount, transactionId, reason } = parseControlRequest(refundRequestSchema, how);
      return changeOrder(core, { orderId, merchant }, (order) => {
        const paid = findPaidTransaction(order, transactionId);
        const left = unitsLeftToRefund(order, paid, core);
        const units = amount === undefined ? left : parseTenThousandths(amount);
        if (units === 0n || units > left) {
          throw wrongStateError(order, `${formatTenThousandths(left, paid.amount)} is left to refund`);
        }
        const refund = { paid, units, reason: maskCardNumbers(reason), by: "control" } as const;
        orderStore.change(order, () => acceptRefund(order, refund, core));
      });
    },
    async dispute(orderId, { merchant, ...how }) {
      const { type, amount, transactionId, content } = parseControlRequest(disputeRequestSchema, how);
      return changeOrder(core, { orderId, merchant }, (order) => {
        const paid = findPaidTransaction(order, transactionId);
        const dispute = {
          type,
          transactionId: paid.transactionId,
          amount: paid.amount,
          refundAmount: amount ?? paid.amount,
          status: "00",
          content: maskCardNumbers(content),
        } as const;
        orderStore.change(order, () => reportDispute(order, dispute, core));
      });
    },
    disputeWebhooks: async () => webhooks.urls(),
    async setDisputeWebhook(merchant, url) {
      const wanted = parseControlRequest(putDisputeWebhookRequestSchema, { merchant, url });
      await webhooks.set(wanted.merchant, wanted.url);
      return webhooks.urls();
    },
  } satisfies Partial<SandboxControl>;
}

/** Returns the named transaction, or the latest one that paid. Throws SandboxError `wrong_state`. */
function findPaidTransaction(order: Order, named: string | undefined): PaidTransaction {
  const found = order.paidTransactions?.findLast(
    ({ transactionId }) => named === undefined || named === transactionId,
  );
  if (found) return found;
  throw wrongStateError(
    order,
    named === undefined ? "nothing was paid" : `transaction ${named} did not pay it`,
  );
}
