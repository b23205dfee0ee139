import { describe, expect, test } from "vitest";
import {
  allowedActions,
  concernsPlacedOrder,
  isRetriable,
  requiresCycle,
} from "../../src/payment/review-kind-actions.ts";
import { type ReviewKind, reviewKinds } from "../../src/payment/review-kinds.ts";

const kinds = Object.keys(reviewKinds) as ReviewKind[];

describe.each(kinds)("the rules of %s", (kind) => {
  const { recommendedAction, retryRuns, scope, decides, frees, needsCycle, texts } = reviewKinds[kind];
  const actions = allowedActions(kind);

  test("let staff resolve the item: by an action, or by a retry", () => {
    expect(isRetriable(kind)).toBe(retryRuns !== "nothing");
    expect(actions.length > 0 || isRetriable(kind)).toBe(true);
    expect(new Set(actions).size).toBe(actions.length);
  });

  test("recommend a retry only for what can be retried, and never to accept a payment", () => {
    expect(recommendedAction).not.toBe("accept");
    if (recommendedAction !== "depends") expect(recommendedAction === "retry").toBe(isRetriable(kind));
  });

  test("name a transaction only if the item is about one, and a cycle only for an accepted charge", () => {
    if (decides === "transaction" || frees === "transaction") expect(scope).toBe("transaction");
    if (decides === "refund") expect(scope).toBe("refund");
    if (needsCycle) expect([decides, ...actions]).toEqual(expect.arrayContaining(["transaction", "accept"]));
    expect(actions.filter((action) => requiresCycle(kind, action))).toEqual(needsCycle ? ["accept"] : []);
  });

  test("explain refused actions, and what an action means that does not accept a payment", () => {
    expect(texts.limit === "none").toBe(actions.length === 3);
    if (actions.length > 0 && !actions.includes("accept")) expect(texts.meaning).not.toBe("action");
  });
});

/** Wrong values of these rules cost money. A kind without a row follows the rules above. */
describe("the rules about money", () => {
  const withValue = (ruleOf: (kind: ReviewKind) => unknown, value: unknown) =>
    kinds.filter((kind) => ruleOf(kind) === value);
  const actionsOf = (kind: ReviewKind) => allowedActions(kind).join(" ");

  test.each<[actions: string, kinds: ReviewKind[]]>([
    ["", ["result-not-checked", "cycle-not-checked"]],
    ["dismiss", ["host-not-informed", "subscription-not-cancelled", "refund-not-synced", "refund-failed"]],
    ["dismiss", ["weaker-signature", "incomplete-notification"]],
    ["accept dismiss", ["cycle-overdue"]],
    ["record-refund dismiss", ["order-not-placed", "renewal-not-placed", "refund-not-confirmed"]],
    ["record-refund dismiss", ["refund-requested", "paid-twice", "dispute", "charged-after-closing"]],
    ["accept dismiss record-refund", ["no-result", "not-verified", "amount-mismatch", "unknown-code"]],
    ["accept dismiss record-refund", ["contradictory-results", "unknown-cycle", "refund-notice"]],
    ["accept dismiss record-refund", ["transaction-reused", "subscription-mismatch", "unexpected-cycle"]],
  ])("allow the actions '%s' in this order for %j", (actions, expected) => {
    expect(withValue(actionsOf, actions)).toEqual(expect.arrayContaining(expected));
  });

  test.each<[rule: "decides" | "frees" | "money" | "recommendedAction", value: string, kinds: ReviewKind[]]>([
    ["decides", "state", ["order-not-placed", "renewal-not-placed", "no-result", "not-verified"]],
    ["decides", "state", ["amount-mismatch", "contradictory-results", "unknown-code", "refund-notice"]],
    ["decides", "state", ["transaction-reused", "subscription-mismatch", "unexpected-cycle", "paid-twice"]],
    ["decides", "state", ["refund-requested", "charged-after-closing", "cycle-overdue"]],
    ["decides", "item", ["host-not-informed", "subscription-not-cancelled", "refund-not-synced"]],
    ["decides", "item", ["refund-failed", "weaker-signature", "incomplete-notification"]],
    ["decides", "refund", ["refund-not-confirmed"]],
    ["decides", "transaction", ["unknown-cycle"]],
    ["decides", "recorded-refund", ["dispute"]],
    ["frees", "attempt", ["order-not-placed"]],
    ["frees", "transaction", ["amount-mismatch", "transaction-reused"]],
    ["frees", "reported-transactions", ["renewal-not-placed", "no-result", "not-verified", "unknown-code"]],
    [
      "frees",
      "reported-transactions",
      ["contradictory-results", "unknown-cycle", "refund-notice", "dispute"],
    ],
    ["frees", "reported-transactions", ["subscription-mismatch", "unexpected-cycle", "paid-twice"]],
    ["frees", "reported-transactions", ["refund-requested", "refund-not-confirmed", "charged-after-closing"]],
    ["money", "unknown-amount", ["no-result", "not-verified", "unknown-cycle", "transaction-reused"]],
    ["money", "unknown-amount", ["unexpected-cycle", "refund-not-confirmed"]],
    ["money", "placed-order", ["refund-requested", "contradictory-results", "unknown-code", "dispute"]],
    ["money", "placed-order", ["refund-notice", "subscription-mismatch", "charged-after-closing"]],
    ["money", "asked-amount", ["order-not-placed", "renewal-not-placed", "paid-twice"]],
    ["money", "reported-amount", ["amount-mismatch"]],
    ["recommendedAction", "record-refund", ["refund-requested", "amount-mismatch", "paid-twice", "dispute"]],
    ["recommendedAction", "record-refund", ["unknown-cycle", "refund-notice", "unexpected-cycle"]],
    ["recommendedAction", "record-refund", ["charged-after-closing"]],
    ["recommendedAction", "dismiss", ["refund-failed", "transaction-reused", "weaker-signature"]],
    ["recommendedAction", "dismiss", ["incomplete-notification", "cycle-overdue"]],
  ])("set %s to %s for %j", (rule, value, expected) => {
    expect(withValue((kind) => reviewKinds[kind][rule], value)).toEqual(expect.arrayContaining(expected));
  });

  test("ask for the cycle of an accepted charge whose cycle is unknown", () => {
    expect(requiresCycle("unknown-cycle", "accept")).toBe(true);
  });
});

test("a refund without a review item belongs to the placed order", () => {
  expect(concernsPlacedOrder(undefined)).toBe(true);
  expect(concernsPlacedOrder("refund-requested")).toBe(true);
  expect(concernsPlacedOrder("amount-mismatch")).toBe(false);
});
