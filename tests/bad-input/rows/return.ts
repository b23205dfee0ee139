import type { ReturnRow } from "../row-types.ts";

const hearsay =
  "Nothing: a return is not signed. The page reads the state of the payment and continues by itself.";
const waits = { end: "the waiting page", advice: hearsay } as const;

export const returnRows: readonly ReturnRow[] = [
  { of: "GET", query: "paymentStatus=succeeded&orderID=ORDER", stores: ["succeeded"], ...waits },
  {
    of: "GET",
    case: "fail",
    query: "paymentStatus=fail&orderID=ORDER",
    stores: ["fail"],
    end: "the waiting page, with its hint of a problem",
    advice: `${hearsay} It reports a possible problem, and never a failure.`,
  },
  { of: "GET", case: "without fields", ...waits },
  { of: "POST", body: "paymentStatus=succeeded&orderID=ORDER", stores: ["succeeded"], ...waits },
  {
    of: "POST",
    case: "fail",
    body: "paymentStatus=fail&orderID=ORDER",
    stores: ["fail"],
    end: "the waiting page, with its hint of a problem",
    advice: hearsay,
  },
  {
    of: "repeated fields",
    query: "paymentStatus=succeeded&paymentStatus=fail&orderID=ORDER&orderID=OTHER",
    ...waits,
  },
  {
    of: "repeated fields",
    case: "in query and form",
    query: "paymentStatus=fail&orderID=ORDER",
    body: "paymentStatus=succeeded&orderID=ORDER",
    stores: ["succeeded"],
    ...waits,
  },
  { of: "unknown status", query: "paymentStatus=paid&orderID=ORDER", ...waits },
  {
    of: "unknown status",
    case: "a false state of the order",
    query: "paymentStatus=closed&orderID=ORDER&state=paid&next=https://evil.example",
    ...waits,
  },
  {
    of: "upper case",
    query: "paymentStatus=FAIL&orderID=ORDER",
    stores: ["fail"],
    end: "the waiting page, with its hint of a problem",
    advice: "Nothing: the case of letters does not matter.",
  },
  { of: "other order", query: "paymentStatus=fail&orderID=OTHER", ...waits },
  {
    of: "other order",
    case: "at its address",
    query: "paymentStatus=succeeded&orderID=ORDER",
    address: "of another order",
    end: "404 unknown",
    advice: "Nothing: each order's address has its own token.",
  },
  {
    of: "other order",
    case: "an invented token",
    query: "paymentStatus=succeeded&orderID=ORDER",
    address: "with another token",
    end: "404 unknown",
    advice: "Nothing. If your log has many of them, somebody tries addresses.",
  },
  {
    of: "expired",
    query: "paymentStatus=succeeded&orderID=ORDER",
    later: 30 * 86_400,
    stores: ["succeeded"],
    ...waits,
  },
  { of: "expired", case: "as status", query: "paymentStatus=expired&orderID=ORDER", ...waits },
];
