import { notFound } from "next/navigation";
import { findOrder, formatMoney } from "../../../src/orders.ts";
import { payments } from "../../../src/pay-index.ts";
import { CheckoutForm } from "../../checkout-form.tsx";
import { PaymentProgress } from "../../payment-progress.tsx";

/** The page behind the payment: what the shop knows of the order. */
export default async function OrderPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  const order = findOrder(id);
  if (order === undefined) notFound();
  const pay = await payments.open();
  const { state, attempts } = await pay.status({ reference: id });
  const price = formatMoney({ minor: order.total, currency: "USD" });
  const isPaid = order.paid === 1;
  return (
    <>
      <h1>{isPaid ? "Paid" : "Not paid yet"}</h1>
      {!isPaid && state !== "failed" && <PaymentProgress statusUrl={attempts.at(-1)?.statusUrl} />}
      <dl>
        <dt>Total</dt>
        <dd>{price}</dd>
        <dt>Order</dt>
        <dd>{isPaid ? "paid" : "not paid"}</dd>
        <dt>Payment</dt>
        <dd>{state}</dd>
        <dt>Placed</dt>
        <dd>{isPaid ? "yes" : "no"}</dd>
      </dl>
      {!isPaid && <CheckoutForm order={id} price={price} />}
    </>
  );
}
