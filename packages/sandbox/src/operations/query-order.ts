import type { GatewayCore } from "../gateway-core.ts";
import { currencyField, formatGatewayAmount } from "../notifier/notification-body.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import { shiftToGatewayTimeZone } from "../quirks/quirk.ts";
import { isFullyRefunded } from "../refunds/refunds.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import { formatDateTime } from "../time-text.ts";
import type { OperationCall, OperationReply } from "./operation.ts";

/** The state of an order for the shop (QRY-STATE). */
export const tradeStates = ["NOTPAY", "PENDING", "FAIL", "SUCCESS", "REFUND"] as const;

export type TradeState = (typeof tradeStates)[number];

/**
 * Replies to a query: what became of the order, or of the transaction that the shop names (QRY-FORM). Throws RejectedSaleError if the
 * order has no such transaction.
 */
export function queryOrder({ order, form, behaviour }: OperationCall, core: GatewayCore): OperationReply {
  const named = form.get("transaction_id") ?? "";
  const paid = findQueriedPayment(order, named, core);
  if (!paid && named !== "" && named !== order.transactionId) {
    throw new RejectedSaleError("transaction_id: the order has no such transaction (QRY-FORM)");
  }
  const state = findTradeState(order, paid, core);
  const time = paid ? shiftToGatewayTimeZone(paid.paidAt, behaviour) : 0;
  const fields = {
    amount: formatGatewayAmount(order.amount, behaviour),
    true_amount: formatGatewayAmount(paid?.amount ?? "0.00", behaviour),
    ...currencyField(order, behaviour),
    time_end: formatDateTime(time),
    transaction_id: (paid ?? order).transactionId,
    // Says that the query worked, whatever the state is.
    returncode: "00",
    trade_state: state,
  };
  return { fields, says: `The shop queried the order: ${state}.` };
}

/**
 * Returns the transaction that the shop names. Without a name, the latest that paid the order: of a subscription, its first
 * cycle. One that was refunded comes last, because another one still pays the order.
 */
function findQueriedPayment(order: Order, named: string, core: GatewayCore): PaidTransaction | undefined {
  const { paidTransactions = [], state } = order;
  if (named !== "") return findPaidTransaction(order, named);
  if (state !== "paid") return undefined;
  const all = paidTransactions.filter(({ cycle = 1 }) => cycle === 1);
  return all.findLast((paid) => !isFullyRefunded(order, paid, core)) ?? all.at(-1);
}

function findTradeState(order: Order, paid: PaidTransaction | undefined, core: GatewayCore): TradeState {
  const { state, step, returnedAs } = order;
  if (paid) return isFullyRefunded(order, paid, core) ? "REFUND" : "SUCCESS";
  if (state !== "pending") return "FAIL";
  const isInProgress = step === "challenge" || step === "none" || returnedAs === "processing";
  return isInProgress ? "PENDING" : "NOTPAY";
}
