import { type ExpectedReply, readReplyFields, type UndecidedReply } from "./operation-reply.ts";

/** All states that a query can report. The list is closed. */
export const tradeStates = ["not-paid", "pending", "failed", "paid", "refunded", "unrecognized"] as const;

/**
 * What a query says of the order (QRY-STATE). `unrecognized`: a state that the family does not document. The field `returncode` of a reply
 * says only that the query itself worked, so it is never read.
 */
export type TradeState = (typeof tradeStates)[number];

/** A verified reply to a query. Texts are as received, and empty if the reply does not have the field. */
export interface QueryReport {
  readonly state: TradeState;
  /** The state as received, `trade_state`. */
  readonly tradeState: string;
  readonly amount: string;
  readonly trueAmount: string;
  /** Without it, nobody can compare the amounts, so the reply pays nothing (QRY-AMOUNT). */
  readonly currency: string;
  readonly transactionId: string;
  /** When the order was paid, as received, without a time zone. */
  readonly timeEnd: string;
}

export type QueryReply = { readonly outcome: "reported"; readonly report: QueryReport } | UndecidedReply;

/** The documented states, and the other spellings of them that public integrations handle (QRY-STATE). */
const stateOf: ReadonlyMap<string, TradeState> = new Map([
  ["NOTPAY", "not-paid"],
  ["UNPAID", "not-paid"],
  ["PENDING", "pending"],
  ["FAIL", "failed"],
  ["FAILED", "failed"],
  ["SUCCESS", "paid"],
  ["SUCCEEDED", "paid"],
  ["PAID", "paid"],
  ["REFUND", "refunded"],
  ["REFUNDED", "refunded"],
]);

/** Reads the body of an HTTP 200 reply to a query. Never throws. */
export function readQueryReply(body: string, expected: ExpectedReply): QueryReply {
  const fields = readReplyFields("query-reply", body, expected);
  if ("outcome" in fields) return fields;
  const tradeState = fields.get("trade_state");
  const report = {
    state: stateOf.get(tradeState.toUpperCase()) ?? "unrecognized",
    tradeState,
    amount: fields.get("amount"),
    trueAmount: fields.get("true_amount"),
    currency: fields.get("true_currency") || fields.get("currency"),
    transactionId: fields.get("transaction_id"),
    timeEnd: fields.get("time_end"),
  };
  return { outcome: "reported", report };
}
