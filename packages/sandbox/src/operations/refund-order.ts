import type { GatewayCore } from "../gateway-core.ts";
import { maskCardNumbers } from "../mask-card-numbers.ts";
import { currencyField, formatGatewayAmount } from "../notifier/notification-body.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import { acceptRefund, unitsLeftToRefund } from "../refunds/refunds.ts";
import { isAmount, parseTenThousandths } from "../sale/amount.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import type { OperationCall, OperationReply } from "./operation.ts";

const requiredFields = [
  "transaction_id",
  "currency",
  "pay_amount",
  "refund_amount",
  "refund_reason",
] as const;

type RefundForm = Readonly<Record<(typeof requiredFields)[number], string>>;

/**
 * Replies to a refund: the gateway accepts or refuses it (RFD-REPLY). Two equal calls are two refunds. Throws RejectedSaleError for
 * a form that is no refund.
 */
export function refundOrder(call: OperationCall, core: GatewayCore): OperationReply {
  const { order, behaviour, faults } = call;
  const form = readRefundForm(call);
  const paid = findPaidTransaction(order, form.transaction_id);
  const echo = {
    transaction_id: form.transaction_id,
    ...currencyField(form, behaviour),
    amount: formatGatewayAmount(paid?.amount ?? form.pay_amount, behaviour),
    refund_amount: formatGatewayAmount(form.refund_amount, behaviour),
    refund_reason: form.refund_reason,
  };
  const isRefused = faults.some(({ kind }) => kind === "refuse_refund");
  const refusal = isRefused ? "refused by a fault" : undefined;
  const problem = findProblem(order, { form, paid, core }) ?? refusal;
  if (!paid || problem !== undefined) {
    return {
      fields: { ...echo, returncode: "11", refund_message: `V0011:${problem}` },
      says: `The gateway refused a refund of ${form.refund_amount} ${form.currency}: ${problem}.`,
    };
  }
  const units = parseTenThousandths(form.refund_amount);
  const id = acceptRefund(order, { paid, units, reason: form.refund_reason, by: "shop" }, core);
  return {
    fields: { ...echo, refund_orderid: id, returncode: "00", refund_message: "V0000:OK" },
    says: `The shop requested refund ${id}, and the gateway accepted it.`,
  };
}

function readRefundForm({ form }: OperationCall): RefundForm {
  const fields = requiredFields.map((name) => {
    const value = form.get(name) ?? "";
    if (value.trim() === "") throw new RejectedSaleError(`${name}: is required (RFD-FORM)`);
    if (name.endsWith("_amount") && !isAmount(value)) {
      throw new RejectedSaleError(`${name}: must be a decimal number such as 12.50 (RFD-FORM)`);
    }
    return [name, name === "refund_reason" ? maskCardNumbers(value) : value];
  });
  return Object.fromEntries(fields) as RefundForm;
}

/** Returns why the gateway refuses the refund. */
function findProblem(
  order: Order,
  { form, paid, core }: { form: RefundForm; paid: PaidTransaction | undefined; core: GatewayCore },
): string | undefined {
  if (!paid)
    return order.paidTransactions ? "the order has no such paid transaction" : "the order is not paid";
  if (form.currency !== order.currency) return `the currency is ${order.currency}`;
  if (parseTenThousandths(form.pay_amount) !== parseTenThousandths(paid.amount))
    return `the paid amount is ${paid.amount}`;
  if (parseTenThousandths(form.refund_amount) === 0n) return "the amount must be above 0";
  if (parseTenThousandths(form.refund_amount) > unitsLeftToRefund(order, paid, core))
    return "more than is left of the payment";
  return undefined;
}
