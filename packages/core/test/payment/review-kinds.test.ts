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
  test("are what staff may do, what it decides, what it frees, which money goes back, and the advice", () => {
    const rules = kinds.map((kind) => {
      const { decides, frees, money, recommendedAction } = reviewKinds[kind];
      return [kind, [allowedActions(kind).join(" "), decides, frees, money, recommendedAction].join(" / ")];
    });
    expect(Object.fromEntries(rules)).toMatchObject({
      "order-not-placed": "record-refund dismiss / state / attempt / asked-amount / depends",
      "renewal-not-placed": "record-refund dismiss / state / reported-transactions / asked-amount / depends",
      "host-not-informed": "dismiss / item / reported-transactions / unknown-amount / retry",
      "subscription-not-cancelled": "dismiss / item / reported-transactions / unknown-amount / retry",
      "result-not-checked": " / state / reported-transactions / unknown-amount / retry",
      "no-result": "accept dismiss record-refund / state / reported-transactions / unknown-amount / depends",
      "cycle-not-checked": " / state / reported-transactions / unknown-amount / retry",
      "refund-not-synced": "dismiss / item / reported-transactions / unknown-amount / retry",
      "refund-not-confirmed":
        "record-refund dismiss / refund / reported-transactions / unknown-amount / retry",
      "refund-failed": "dismiss / item / reported-transactions / unknown-amount / dismiss",
      "not-verified": "accept dismiss record-refund / state / reported-transactions / unknown-amount / retry",
      "refund-requested":
        "record-refund dismiss / state / reported-transactions / placed-order / record-refund",
      "amount-mismatch":
        "accept dismiss record-refund / state / transaction / reported-amount / record-refund",
      "contradictory-results":
        "accept dismiss record-refund / state / reported-transactions / placed-order / depends",
      "paid-twice": "record-refund dismiss / state / reported-transactions / asked-amount / record-refund",
      "unknown-code": "accept dismiss record-refund / state / reported-transactions / placed-order / depends",
      "unknown-cycle":
        "accept dismiss record-refund / transaction / reported-transactions / unknown-amount / record-refund",
      "refund-notice":
        "accept dismiss record-refund / state / reported-transactions / placed-order / record-refund",
      dispute:
        "record-refund dismiss / recorded-refund / reported-transactions / placed-order / record-refund",
      "transaction-reused": "accept dismiss record-refund / state / transaction / unknown-amount / dismiss",
      "weaker-signature": "dismiss / item / reported-transactions / unknown-amount / dismiss",
      "incomplete-notification": "dismiss / item / reported-transactions / unknown-amount / dismiss",
      "subscription-mismatch":
        "accept dismiss record-refund / state / reported-transactions / placed-order / depends",
      "unexpected-cycle":
        "accept dismiss record-refund / state / reported-transactions / unknown-amount / record-refund",
      "charged-after-closing":
        "record-refund dismiss / state / reported-transactions / placed-order / record-refund",
      "cycle-overdue": "accept dismiss / state / reported-transactions / unknown-amount / dismiss",
    });
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
