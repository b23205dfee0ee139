import type { SubmittedCard } from "../cards.ts";

/** What a buyer typed into the card form: a whole card, or what to say about it. Digits are never repeated. */
export function readCardEntry(
  form: URLSearchParams,
): { readonly card: SubmittedCard } | { readonly problems: readonly string[] } {
  const typed = (name: string) => (form.get(name) ?? "").replace(/[\s-]/g, "");
  const [number, month, year, cvv] = [typed("number"), typed("month"), typed("year"), typed("cvv")];
  const problems = [
    ...(/^\d{12,19}$/.test(number) ? [] : ["The card number has 12 to 19 digits."]),
    ...(/^(0[1-9]|1[0-2])$/.test(month) ? [] : ["The month has two digits, from 01 to 12."]),
    ...(/^20\d\d$/.test(year) ? [] : ["The year has four digits."]),
    ...(/^\d{3,4}$/.test(cvv) ? [] : ["The CVV has 3 or 4 digits."]),
  ];
  return problems.length > 0 ? { problems } : { card: { number, month, year } };
}
