import type { SubmittedCard } from "../cards.ts";

export const cardFields = ["number", "month", "year", "cvv"] as const;

export type CardField = (typeof cardFields)[number];

/** What a buyer typed into the card form: a whole card, or which fields hold none. Digits are never repeated. */
export function readCardEntry(
  form: URLSearchParams,
): { readonly card: SubmittedCard } | { readonly problems: readonly CardField[] } {
  const typed = (name: string) => (form.get(name) ?? "").replace(/[\s-]/g, "");
  const problems = cardFields.filter((name) => !formats[name].test(typed(name)));
  if (problems.length > 0) return { problems };
  return { card: { number: typed("number"), month: typed("month"), year: typed("year") } };
}

const formats: Readonly<Record<CardField, RegExp>> = {
  number: /^\d{12,19}$/,
  month: /^(0[1-9]|1[0-2])$/,
  year: /^20\d\d$/,
  cvv: /^\d{3,4}$/,
};
