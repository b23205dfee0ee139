import type { PaymentDTO } from "@medusajs/framework/types";

/** Returns the order transactions with which Medusa's cart completion records captured payments. */
export function toCaptureTransactions(
  payment: Pick<PaymentDTO, "currency_code" | "captures"> | null | undefined,
  orderId: string,
) {
  const captures = payment?.captures ?? [];
  return captures.map(({ id, amount, raw_amount }) => ({
    order_id: orderId,
    amount: raw_amount ?? amount,
    currency_code: payment?.currency_code ?? "",
    reference: "capture",
    reference_id: id,
  }));
}
