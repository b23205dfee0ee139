import type { MerchantsRow } from "../row-types.ts";

const retry =
  "The buyer can try again, and the gateway repeats the notification. Fix the function: the error says what is wrong, and never quotes its message or a value.";
const key = "a-key-that-nobody-may-see";
const unusable = (paths: readonly string[]) => ({
  end: { code: "merchants_unavailable", paths },
  advice: retry,
});

export const merchantsRows: readonly MerchantsRow[] = [
  {
    of: "a throw",
    throws: `no row with ${key}`,
    end: { code: "merchants_unavailable", paths: [] },
    advice: `${retry} Log errors inside the function.`,
  },
  {
    of: "no answer in time",
    isLate: true,
    end: { code: "merchants_unavailable", paths: [] },
    advice:
      "The buyer can try again, and the gateway repeats the notification. Answer within `replyWithin` seconds, and stop when `signal` is aborted.",
  },
  { of: "nothing", returns: undefined, ...unusable(["merchants"]) },
  { of: "nothing", case: "null", returns: null, ...unusable(["merchants"]) },
  { of: "no list", returns: { id: "10002", key }, ...unusable(["merchants"]) },
  { of: "no key", returns: [{ id: "10002" }], ...unusable(["merchants.0.key"]) },
  {
    of: "no key",
    case: "an unknown column",
    returns: [{ id: "10002", key, created: 1 }],
    ...unusable(["merchants.0.created"]),
  },
  {
    of: "another tenant",
    returns: [{ id: "10002", key, tenant: "paris" }],
    ...unusable(["merchants.0.tenant"]),
  },
  {
    of: "the same merchant twice",
    returns: [
      { id: "10002", key, variants: ["hosted"] },
      { id: "10002", key, variants: ["link"] },
    ],
    ...unusable(["merchants.1.id"]),
  },
  {
    of: "no merchant",
    returns: [],
    end: { code: "merchant_missing", paths: [] },
    advice: "Return the merchants of each tenant that sells, and those of each tenant with open payments.",
  },
  {
    of: "no merchant",
    case: "for this variant and payment",
    returns: [{ id: "10003", key, variants: ["link"] }],
    end: { code: "merchant_missing", paths: [] },
    advice: "As above. A payment verifies only with the merchant with which it started.",
  },
];
