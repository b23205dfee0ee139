/** The result of the workflow step that authorizes a session. */
interface Payment {
  readonly currency_code: string;
  readonly captures?: readonly unknown[];
}

interface Capture {
  readonly id: string;
  readonly amount: unknown;
  readonly raw_amount?: unknown;
}

/** Returns the order transactions with which Medusa's cart completion records captured payments. */
export function toCaptureTransactions(payment: Payment | null | undefined, orderId: string) {
  const captures = (payment?.captures ?? []) as readonly Capture[];
  return captures.map(({ id, amount, raw_amount }) => ({
    order_id: orderId,
    amount: raw_amount ?? amount,
    currency_code: payment?.currency_code ?? "",
    reference: "capture",
    reference_id: id,
  }));
}
