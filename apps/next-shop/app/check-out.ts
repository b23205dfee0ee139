"use server";

import { describeBuyerFieldProblems, isPayIndexError, money } from "@pay-index/next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { mug, saveOrder } from "../src/orders.ts";
import { payments } from "../src/payments.ts";

/** Starts the payment of an order, and sends the buyer to the gateway. Returns a text for the buyer if a field is wrong. */
export async function checkOut(_before: string | undefined, form: FormData): Promise<string> {
  const field = (name: string) => String(form.get(name) ?? "").trim();
  const order = field("order");
  saveOrder(order);
  const pay = await payments.open();
  let url: string;
  try {
    ({ url } = await pay.start({
      reference: order,
      variant: "hosted",
      amount: money(mug.price, "USD"),
      buyer: {
        firstName: field("firstName"),
        lastName: field("lastName"),
        email: field("email"),
        phone: field("phone"),
        country: field("country"),
      },
      items: [{ ...mug, quantity: 1 }],
      request: await headers(),
    }));
  } catch (error) {
    const isInvalid = isPayIndexError(error, "sale_invalid");
    const text = isInvalid ? describeBuyerFieldProblems(error.problems, "en") : undefined;
    if (text === undefined) throw error;
    return text;
  }
  redirect(url);
}
