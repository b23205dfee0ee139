import type { SubmittedCard } from "../card-outcome.ts";

export const cardInputNames = ["number", "month", "year", "cvv"] as const;

export type CardInputName = (typeof cardInputNames)[number];

/** Returns the card of the form, or its invalid fields. Digits are never repeated. */
export function readSubmittedCard(
  form: URLSearchParams,
): { readonly card: SubmittedCard } | { readonly problems: readonly CardInputName[] } {
  const typed = (name: string) => (form.get(name) ?? "").replace(/[\s-]/g, "");
  const problems = cardInputNames.filter((name) => !inputFormats[name].test(typed(name)));
  if (problems.length > 0) return { problems };
  return { card: { number: typed("number"), month: typed("month"), year: typed("year") } };
}

const inputFormats: Readonly<Record<CardInputName, RegExp>> = {
  number: /^\d{12,19}$/,
  month: /^(0[1-9]|1[0-2])$/,
  year: /^20\d\d$/,
  cvv: /^\d{3,4}$/,
};
