"use client";

import { useActionState } from "react";
import { checkOut } from "./check-out.ts";

const fields = [
  ["firstName", "First name", "given-name"],
  ["lastName", "Last name", "family-name"],
  ["email", "E-mail", "email"],
  ["phone", "Telephone", "tel"],
  ["country", "Country (two letters)", "country"],
] as const;

/** The buyer's details. Works without scripts, too. */
export function CheckoutForm({ order }: { readonly order: string }) {
  const [problem, action, isPending] = useActionState(checkOut, undefined);
  return (
    <form action={action}>
      <input type="hidden" name="order" value={order} />
      {fields.map(([name, label, autoComplete]) => (
        <label key={name}>
          {label}
          <input name={name} autoComplete={autoComplete} />
        </label>
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button type="submit" disabled={isPending}>
        Buy
      </button>
    </form>
  );
}
