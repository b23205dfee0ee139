import { notFound } from "next/navigation";
import { findOrder, formatMoney } from "../../../src/orders.ts";
import { payments } from "../../../src/payments.ts";
import { CheckoutForm } from "../../checkout-form.tsx";

/** The page behind the payment: what the shop knows of the order. */
export default async function OrderPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  const order = findOrder(id);
  if (order === undefined) notFound();
  const pay = await payments.open();
  const { state } = await pay.status({ reference: id });
  return (
    <>
      <h1>{order.paid === 1 ? "Paid" : "Not paid yet"}</h1>
      <p>{formatMoney({ minor: order.total, currency: "USD" })}</p>
      <p>
        Order {id}: <span data-state={state}>{state}</span>
      </p>
      {order.paid === 0 && <CheckoutForm order={id} />}
    </>
  );
}
