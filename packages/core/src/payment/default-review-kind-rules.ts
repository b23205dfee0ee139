import type { ReviewKindRules } from "./review-kind-rules.ts";

/** The rules that most kinds have: a finding on which an operator decides about the attempt or cycle. */
const defaultReviewKindRules = {
  retryRuns: "nothing",
  allowedActions: ["accept", "dismiss", "record-refund"],
  needsCycle: false,
  decides: "state",
  frees: "reported-transactions",
  money: "unknown-amount",
  texts: { meaning: "action", limit: "none" },
} as const satisfies Partial<ReviewKindRules>;

type DefaultRules = typeof defaultReviewKindRules;

/** The rules of one kind that differ from the defaults. */
type OwnRules = Omit<ReviewKindRules, keyof DefaultRules> &
  Partial<Pick<ReviewKindRules, keyof DefaultRules>>;

type WithDefaults<Rules> = {
  readonly [Rule in keyof ReviewKindRules]: Rule extends keyof Rules
    ? Rules[Rule]
    : DefaultRules[Rule & keyof DefaultRules];
};

/** Adds the default rules to each kind. The types keep the literal values. */
export function addDefaultReviewKindRules<const Kinds extends Record<string, OwnRules>>(kinds: Kinds) {
  const entries = Object.entries(kinds).map(([kind, rules]) => [
    kind,
    { ...defaultReviewKindRules, ...rules },
  ]);
  return Object.fromEntries(entries) as { readonly [Kind in keyof Kinds]: WithDefaults<Kinds[Kind]> };
}
