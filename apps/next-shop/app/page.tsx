import { randomUUID } from "node:crypto";
import { connection } from "next/server";
import { formatMoney, mug } from "../src/orders.ts";
import { CheckoutForm } from "./checkout-form.tsx";

export default async function ProductPage() {
  // Each visit has an id of its own for its order.
  await connection();
  return (
    <>
      <h1>{mug.name}</h1>
      <CheckoutForm order={randomUUID()} price={formatMoney({ minor: mug.price, currency: "USD" })} />
    </>
  );
}
