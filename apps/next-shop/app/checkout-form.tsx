"use client";

import { useCheckout } from "@pay-index/app/react";
import { useActionState, useRef } from "react";
import { checkOut, startPayment } from "./check-out.ts";

const fields = [
  ["firstName", "First name", "given-name"],
  ["lastName", "Last name", "family-name"],
  ["email", "E-mail", "email"],
  ["phone", "Telephone", "tel"],
  ["country", "Country (two letters)", "country"],
] as const;

/** The buyer's details. Without scripts, the browser sends the form. */
export function CheckoutForm({ order, price }: { readonly order: string; readonly price: string }) {
  const form = useRef<HTMLFormElement>(null);
  const start = () => startPayment(new FormData(form.current ?? undefined));
  const [refused, submit] = useActionState(checkOut, undefined);
  const { pay, busy, problem = refused } = useCheckout({ start });
  const payByScript = (event: { preventDefault(): void }) => {
    event.preventDefault();
    pay();
  };
  return (
    <form ref={form} action={submit} onSubmit={payByScript}>
      <input type="hidden" name="order" value={order} />
      {fields.map(([name, label, autoComplete]) => (
        <label key={name}>
          {label}
          <input name={name} autoComplete={autoComplete} />
        </label>
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button type="submit" aria-disabled={busy}>{`Pay ${price}`}</button>
    </form>
  );
}
