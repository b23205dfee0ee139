import { code, type Row, rowsOf } from "../row.ts";

/** What a browser brings to the return address. ORDER is the gateway order ID, OTHER that of another order. */
export interface ReturnRow extends Row {
  readonly query?: string;
  /** Of a POST. */
  readonly body?: string;
  /** Seconds after the sale. */
  readonly later?: number;
  readonly address?: "of another order" | "with another token";
  /** The words that are stored for staff. */
  readonly stores?: readonly string[];
  readonly end: "the waiting page" | "the waiting page, with its hint of a problem" | "404 unknown";
}

export function returnLine({ query, body, later, address, end }: ReturnRow): [string, string] {
  const parts = [
    query === undefined && body === undefined ? "GET without fields" : "",
    query === undefined ? "" : `query ${code(query)}`,
    body === undefined ? "" : `POST ${code(body)}`,
    address === undefined ? "" : `to the address ${address}`,
    later === undefined ? "" : `${later / 86_400} days later`,
  ].filter((part) => part !== "");
  const shown = end === "404 unknown" ? code(end) : `303 to ${end}`;
  return [parts.join("; "), `${shown}; the payment does not change`];
}

const rows = rowsOf<ReturnRow>();
const hearsay =
  "Nothing: a return is not signed. The page reads the state of the payment and continues by itself.";
const succeeded = "paymentStatus=succeeded&orderID=ORDER";
const failed = "paymentStatus=fail&orderID=ORDER";

export const returnRows = [
  ...rows({ end: "the waiting page", advice: hearsay })({
    GET: { query: succeeded, stores: ["succeeded"] },
    "GET: without fields": {},
    POST: { body: succeeded, stores: ["succeeded"] },
    "repeated fields": { query: "paymentStatus=succeeded&paymentStatus=fail&orderID=ORDER&orderID=OTHER" },
    "repeated fields: in query and form": { query: failed, body: succeeded, stores: ["succeeded"] },
    "unknown status": { query: "paymentStatus=paid&orderID=ORDER" },
    "unknown status: a false state of the order": {
      query: "paymentStatus=closed&orderID=ORDER&state=paid&next=https://evil.example",
    },
    "other order": { query: "paymentStatus=fail&orderID=OTHER" },
    expired: { query: succeeded, later: 30 * 86_400, stores: ["succeeded"] },
  }),
  ...rows({
    end: "the waiting page, with its hint of a problem",
    stores: ["fail"],
    advice: `${hearsay} It reports a possible problem, and never a failure. The case of letters does not matter.`,
  })({
    "GET: fail": { query: failed },
    "POST: fail": { body: failed },
    "upper case": { query: "paymentStatus=FAIL&orderID=ORDER" },
  }),
  ...rows({
    end: "404 unknown",
    query: succeeded,
    advice:
      "Nothing: each order's address has its own token. If your log has many of them, somebody tries addresses.",
  })({
    "other order: at its address": { address: "of another order" },
    "other order: an invented token": { address: "with another token" },
  }),
];
