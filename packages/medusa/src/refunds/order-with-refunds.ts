import type { IOrderModuleService } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import type { MedusaAmount } from "../amount.ts";
import { totalFields } from "../checkout-cart.ts";
import { type Container, findRow } from "../find-rows.ts";
import type { MedusaPayment, MedusaRefund } from "./medusa-refunds.ts";

type Row = { readonly id?: string; readonly reference_id: string | null } | null;

/** An order with Medusa's records of its refunds. */
export interface OrderWithRefunds {
  readonly canceled_at?: unknown;
  readonly summary?: {
    readonly pending_difference?: MedusaAmount;
    readonly raw_pending_difference?: MedusaAmount;
  };
  readonly credit_lines?: readonly Row[];
  readonly transactions?: readonly Row[];
}

/** A refund of Medusa, with the payment and the order that it belongs to. */
export interface OrderRefund {
  readonly orderId: string;
  readonly payment: MedusaPayment;
  readonly refund: MedusaRefund;
}

export function findOrderWithRefunds(
  container: Container,
  id: string,
): Promise<OrderWithRefunds | undefined> {
  // Without `total`, Medusa does not deduct from the summary what the buyer is to send back.
  const totals = ["summary.*", ...totalFields];
  const fields = ["id", "canceled_at", ...totals, "transactions.id", "transactions.reference_id"];
  return findRow(container, { entity: "order", fields, filters: { id } });
}

/** Returns the amount that the order still costs the buyer. Negative: the shop owes the buyer. */
export function outstandingAmountOf({ summary }: OrderWithRefunds): MedusaAmount {
  return summary?.raw_pending_difference ?? summary?.pending_difference ?? 0;
}

/**
 * Returns which code wrote the order's transaction of a refund: Medusa's refund workflow, which then wrote its credit line
 * as well, or the plugin. Undefined if there is none.
 */
export function findRefundTransactionOrigin(
  { transactions = [] }: OrderWithRefunds,
  refund: Pick<MedusaRefund, "id">,
): "medusa" | "plugin" | undefined {
  const row = transactions.find((each) => each?.reference_id === refund.id);
  if (row == null) return undefined;
  return row.id === transactionId(refund) ? "plugin" : "medusa";
}

/** Adds the order's transaction of a refund. Call it under the lock of the payment's refunds, if the order has none. */
export async function addRefundTransaction(
  container: Container,
  { orderId, payment, refund }: OrderRefund,
): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  await orders.addOrderTransactions({
    id: transactionId(refund),
    order_id: orderId,
    amount: MathBN.mult(refund.raw_amount ?? refund.amount, -1),
    currency_code: payment.currency_code,
    reference: "refund",
    reference_id: refund.id,
  } as never);
}

/** The same id in every run, so that the database stores it once. */
function transactionId({ id }: Pick<MedusaRefund, "id">): string {
  return id.replace(/^ref_/, "ordtrx_");
}
