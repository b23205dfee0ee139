"use server";

import type { StartedCheckout } from "@pay-index/app/react";
import { describeBuyerFieldProblems, isPayIndexError, money } from "@pay-index/next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { mug, saveOrder } from "../src/orders.ts";
import { payments } from "../src/pay-index.ts";

/** Starts the payment of an order. Returns a text for the buyer if a field is wrong. */
export async function startPayment(form: FormData): Promise<StartedCheckout> {
  const field = (name: string) => String(form.get(name) ?? "").trim();
  const order = field("order");
  saveOrder(order);
  const pay = await payments.open();
  try {
    const { url, attemptId, statusUrl } = await pay.start({
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
    });
    return { url, attemptId, statusUrl };
  } catch (error) {
    const isInvalid = isPayIndexError(error, "sale_invalid");
    const message = isInvalid ? describeBuyerFieldProblems(error.problems, "en") : undefined;
    if (message === undefined) throw error;
    return { message };
  }
}

/** The same for the form of a browser without scripts: sends the buyer to the gateway. */
export async function checkOut(_before: string | undefined, form: FormData): Promise<string> {
  const started = await startPayment(form);
  if ("message" in started) return started.message;
  redirect(started.url);
}
