import { code, json, type Row, rowsOf, thrown } from "../row.ts";

/** What the shop's `amountDue` returns when an order of 19.99 USD was paid. */
interface AmountDueRow extends Row {
  /** Undefined: there is no such order. */
  readonly returns?: unknown;
  readonly throws?: string;
  /** The code of the item, or of the error after which the job runs again. */
  readonly item?: string;
  readonly later?: string;
}

export function dueLine({ returns, throws, item, later }: AmountDueRow): [string, string] {
  const end =
    item === undefined
      ? `the job runs again later, with the error ${code(later ?? "")}`
      : `item \`paid\` with the code ${code(item)}`;
  return [throws === undefined ? json(returns) : thrown(throws), `not placed; ${end}`];
}

const rows = rowsOf<AmountDueRow>();
/** Made without `money()`, which would refuse them. */
const due = (minor: number, currency = "USD") => ({ returns: { minor, currency } });

export const amountDueRows = [
  ...rows({
    item: "order_changed",
    advice: "Refund the payment and record the refund. Or correct the order and retry the item.",
  })({
    "another amount": due(999_900),
    "an order edited down below what was paid": due(999),
    "another currency": due(1999, "EUR"),
    "nothing due": due(0),
  }),
  ...rows({
    later: "money_invalid",
    advice:
      "Fix `amountDue`: return `money(minorUnits, currency)`, or `undefined` if there is no such order.",
  })({
    "a float": due(19.99),
    "a number": { returns: 1999 },
    text: { returns: "19.99 USD" },
    "a negative amount": due(-1999),
    "an unknown currency": due(1999, "usd"),
    null: { returns: null },
  }),
  ...rows()({
    "no such order": {
      item: "order_missing",
      advice: "Restore the order and retry the item. Or refund the payment and record the refund.",
    },
    "a throw": {
      throws: "The price service is down.",
      later: "error",
      advice: "Fix what the error names. The event `job-postponed` has its message.",
    },
  }),
];
