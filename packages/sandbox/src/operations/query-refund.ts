import type { GatewayCore } from "../gateway-core.ts";
import { currencyField, formatGatewayAmount } from "../notifier/notification-body.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import type { RefundState, RefundView } from "../orders/refund.ts";
import { refundsOf } from "../refunds/refunds.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import type { OperationCall, OperationReply } from "./operation.ts";

/** `refund_status` of each state (RFQ-STATE). */
const refundStatus: Readonly<Record<RefundState, "1" | "2" | "3">> = {
  succeeded: "1",
  requested: "2",
  failed: "3",
};

/** Replies to a refund query: the named refund, or else the latest one of the transaction or the order (RFQ-FORM). */
export function queryRefund({ order, form, behaviour }: OperationCall, core: GatewayCore): OperationReply {
  const refund = findRefund(refundsOf(order, core), form);
  if (!refund) throw new RejectedSaleError("refund_orderid: no such refund (RFQ-FORM)");
  const paid = findPaidTransaction(order, refund.transactionId);
  const fields = {
    transaction_id: refund.transactionId,
    ...currencyField(order, behaviour),
    amount: formatGatewayAmount(paid?.amount ?? order.amount, behaviour),
    refund_orderid: refund.refundId,
    refund_amount: formatGatewayAmount(refund.amount, behaviour),
    refund_reason: refund.reason,
    returncode: "00",
    refund_status: refundStatus[refund.state],
    refund_message: refund.state === "failed" ? "V0011:ERROR" : "V0000:OK",
  };
  return { fields, says: `The shop queried refund ${refund.refundId}: ${refund.state}.` };
}

function findRefund(all: readonly RefundView[], form: OperationCall["form"]): RefundView | undefined {
  const [id, transaction] = [form.get("refund_orderid") ?? "", form.get("transaction_id") ?? ""];
  return all.findLast(
    (refund) =>
      (id === "" || refund.refundId === id) && (transaction === "" || refund.transactionId === transaction),
  );
}
