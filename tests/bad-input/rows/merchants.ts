import { json, listed, type Row, rowsOf, thrown } from "../row.ts";

/** What the function `merchants` does. */
export interface MerchantsRow extends Row {
  readonly returns?: unknown;
  readonly throws?: string;
  readonly isLate?: true;
  readonly code: "merchants_unavailable" | "merchant_missing";
  readonly paths: readonly string[];
}

export function merchantsLine({ returns, throws, isLate, code, paths }: MerchantsRow): [string, string] {
  const answer = throws === undefined ? json(returns) : thrown(throws);
  const at = paths.length === 0 ? "" : ` at ${listed(paths)}`;
  return [
    isLate ? "no answer within `replyWithin` seconds" : answer,
    `\`start\` throws \`${code}\`${at}; \`503 later\``,
  ];
}

const rows = rowsOf<MerchantsRow>();
const key = "a-key-that-nobody-may-see";
const hosted = { id: "10002", key, variants: ["hosted"] };

export const merchantsRows = [
  ...rows({
    code: "merchants_unavailable",
    advice:
      "The buyer can try again, and the gateway repeats the notification. Fix the function: the error says what is wrong, and never quotes its message or a value. Answer within `replyWithin` seconds, and stop when `signal` is aborted.",
  })({
    "a throw": { throws: `no row with ${key}`, paths: [] },
    "no answer in time": { isLate: true, paths: [] },
    nothing: { returns: undefined, paths: ["merchants"] },
    "no list": { returns: { id: "10002", key }, paths: ["merchants"] },
    "no key": { returns: [{ id: "10002" }], paths: ["merchants.0.key"] },
    "no key: an unknown column": {
      returns: [{ id: "10002", key, created: 1 }],
      paths: ["merchants.0.created"],
    },
    "another tenant": { returns: [{ id: "10002", key, tenant: "paris" }], paths: ["merchants.0.tenant"] },
    "the same merchant twice": {
      returns: [hosted, { ...hosted, variants: ["link"] }],
      paths: ["merchants.1.id"],
    },
  }),
  ...rows({
    code: "merchant_missing",
    paths: [],
    advice:
      "Return the merchants of each tenant that sells, and those of each tenant with open payments. A payment verifies only with the merchant with which it started.",
  })({
    "no merchant": { returns: [] },
    "no merchant: for this variant and payment": { returns: [{ id: "10003", key, variants: ["link"] }] },
  }),
];
