import type { ReviewKindRules } from "./review-kind-rules.ts";

/** The rules that most kinds have: a finding on which an operator decides about the attempt or cycle. */
export const defaultReviewKindRules = {
  retryRuns: "nothing",
  allowedActions: ["accept", "dismiss", "record-refund"],
  needsCycle: false,
  decides: "state",
  frees: "reported-transactions",
  money: "unknown-amount",
  texts: { meaning: "action", limit: "none" },
} as const satisfies Partial<ReviewKindRules>;
