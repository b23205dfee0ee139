import type { AmountDueRow } from "../row-types.ts";

const changed = "Refund the payment and record the refund. Or correct the order and retry the item.";
const fixIt =
  "Fix `amountDue`: return `money(minorUnits, currency)`, or `undefined` if there is no such order.";
const invalid = { end: { later: "money_invalid" }, advice: fixIt } as const;

/** Made without `money()`, which would refuse them. */
export const amountDueRows: readonly AmountDueRow[] = [
  {
    of: "another amount",
    returns: { minor: 999_900, currency: "USD" },
    end: { item: "order_changed" },
    advice: changed,
  },
  {
    of: "another currency",
    returns: { minor: 1999, currency: "EUR" },
    end: { item: "order_changed" },
    advice: changed,
  },
  {
    of: "nothing due",
    returns: { minor: 0, currency: "USD" },
    end: { item: "order_changed" },
    advice: "The order was paid in another way, or costs nothing now. Refund one of the two payments.",
  },
  {
    of: "no such order",
    end: { item: "order_missing" },
    advice: "Restore the order and retry the item. Or refund the payment and record the refund.",
  },
  { of: "a float", returns: { minor: 19.99, currency: "USD" }, ...invalid },
  { of: "a number", returns: 1999, ...invalid },
  { of: "text", returns: "19.99 USD", ...invalid },
  { of: "a negative amount", returns: { minor: -1999, currency: "USD" }, ...invalid },
  { of: "an unknown currency", returns: { minor: 1999, currency: "usd" }, ...invalid },
  { of: "null", returns: null, ...invalid },
  {
    of: "a throw",
    throws: "The price service is down.",
    end: { later: "error" },
    advice: "Fix what the error names. The event `job-postponed` has its message.",
  },
];
