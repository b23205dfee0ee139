import type { TradeState } from "../../protocol/operations/query-reply.ts";
import type { QueryResult } from "../../query/query-attempt.ts";

/** What staff read as the answer about one attempt: the reported state, or why there is none. `not-asked`: nobody asked the gateway. */
export type QueryAnswerName = TradeState | Exclude<QueryResult["outcome"], "reported"> | "not-asked";

/** The texts about asking the gateway. */
export const query = {
  ask: "Ask the gateway",
  answer: "The gateway's answer",
  notAsked: "The gateway was not asked.",
  answers: {
    paid: "Paid",
    "not-paid": "Not paid",
    pending: "In progress",
    failed: "Failed",
    refunded: "Refunded",
    unrecognized: "Unknown state",
    unverified: "Answer not verified",
    rejected: "Query rejected",
    unknown: "No answer",
    "not-asked": "Not asked",
  } satisfies Record<QueryAnswerName, string>,
  count: "{answer}: {count}",
} as const;
