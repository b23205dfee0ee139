import type { TradeState } from "../../protocol/operations/query-reply.ts";
import type { NotAskedReason, QueryResult } from "../../query/query-and-apply.ts";

/** What staff read as the answer about one attempt: the reported state, or why there is none. `not-asked`: nobody asked. */
export type QueryAnswerName = TradeState | Exclude<QueryResult["outcome"], "reported">;

/** What staff read as the reason why the gateway reported nothing. */
export type QueryProblemName = Exclude<QueryResult["outcome"], "reported" | "not-asked"> | NotAskedReason;

/** The texts about asking the gateway. */
export const englishQueryTexts = {
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
  problems: {
    unverified: "The answer proves nothing ({reason}).",
    rejected: "The gateway gave no reason.",
    unknown: "The gateway gave no usable answer ({reason}).",
    attempt_unknown: "No attempt has this gateway order ID.",
    merchant_missing: "The merchant is not in the options any more. Add it again to ask about this attempt.",
    gateway_closed: "The shop is restarting. Ask again in a minute.",
    gateway_silent: "The gateway did not answer the previous queries. Ask again in a minute.",
  } satisfies Record<QueryProblemName, string>,
  count: "{answer}: {count}",
} as const;
