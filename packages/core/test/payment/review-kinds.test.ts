import { describe, expect, test } from "vitest";
import {
  allowedActions,
  concernsPlacedOrder,
  isRetriable,
  requiresCycle,
} from "../../src/payment/review-kind-actions.ts";
import { type ReviewKind, reviewKinds } from "../../src/payment/review-kinds.ts";

const kinds = Object.keys(reviewKinds) as ReviewKind[];

/** The kinds by the value of one of their rules. */
function groupedBy(ruleOf: (kind: ReviewKind) => string): Record<string, ReviewKind[]> {
  const groups: Record<string, ReviewKind[]> = {};
  for (const kind of kinds) groups[ruleOf(kind)] = [...(groups[ruleOf(kind)] ?? []), kind];
  return groups;
}

describe("reviewKinds groups the kinds by", () => {
  test("the scope of the item", () => {
    expect(groupedBy((kind) => reviewKinds[kind].scope)).toEqual({
      payment: ["no-result"],
      attempt: ["order-not-placed", "result-not-checked", "not-verified"],
      subscription: ["host-not-informed", "subscription-not-cancelled", "subscription-mismatch"],
      cycle: [
        "renewal-not-placed",
        "cycle-not-checked",
        "unexpected-cycle",
        "charged-after-closing",
        "cycle-overdue",
      ],
      refund: ["refund-not-synced", "refund-not-confirmed", "refund-failed", "refund-requested"],
      transaction: [
        "amount-mismatch",
        "contradictory-results",
        "paid-twice",
        "unknown-code",
        "unknown-cycle",
        "refund-notice",
        "dispute",
        "transaction-reused",
        "weaker-signature",
        "incomplete-notification",
      ],
    });
  });

  test("the effect of a retry", () => {
    const { nothing, ...retried } = groupedBy((kind) => reviewKinds[kind].retryRuns);
    expect(retried).toEqual({
      job: [
        "order-not-placed",
        "renewal-not-placed",
        "host-not-informed",
        "subscription-not-cancelled",
        "result-not-checked",
        "cycle-not-checked",
        "refund-not-synced",
        "refund-not-confirmed",
      ],
      verification: ["not-verified"],
    });
  });

  test("the allowed actions, the first of which is offered first", () => {
    expect(groupedBy((kind) => allowedActions(kind).join(" "))).toEqual({
      "": ["result-not-checked", "cycle-not-checked"],
      dismiss: [
        "host-not-informed",
        "subscription-not-cancelled",
        "refund-not-synced",
        "refund-failed",
        "weaker-signature",
        "incomplete-notification",
      ],
      "accept dismiss": ["cycle-overdue"],
      "record-refund dismiss": [
        "order-not-placed",
        "renewal-not-placed",
        "refund-not-confirmed",
        "refund-requested",
        "paid-twice",
        "dispute",
        "charged-after-closing",
      ],
      "accept dismiss record-refund": [
        "no-result",
        "not-verified",
        "amount-mismatch",
        "contradictory-results",
        "unknown-code",
        "unknown-cycle",
        "refund-notice",
        "transaction-reused",
        "subscription-mismatch",
        "unexpected-cycle",
      ],
    });
  });

  test("the recommended action", () => {
    expect(groupedBy((kind) => reviewKinds[kind].recommendedAction)).toEqual({
      depends: [
        "order-not-placed",
        "renewal-not-placed",
        "no-result",
        "contradictory-results",
        "unknown-code",
        "subscription-mismatch",
      ],
      retry: [
        "host-not-informed",
        "subscription-not-cancelled",
        "result-not-checked",
        "cycle-not-checked",
        "refund-not-synced",
        "refund-not-confirmed",
        "not-verified",
      ],
      "record-refund": [
        "refund-requested",
        "amount-mismatch",
        "paid-twice",
        "unknown-cycle",
        "refund-notice",
        "dispute",
        "unexpected-cycle",
        "charged-after-closing",
      ],
      dismiss: [
        "refund-failed",
        "transaction-reused",
        "weaker-signature",
        "incomplete-notification",
        "cycle-overdue",
      ],
    });
  });

  test("the subject of an operator action", () => {
    const { state, ...others } = groupedBy((kind) => reviewKinds[kind].decides);
    expect(others).toEqual({
      item: [
        "host-not-informed",
        "subscription-not-cancelled",
        "refund-not-synced",
        "refund-failed",
        "weaker-signature",
        "incomplete-notification",
      ],
      refund: ["refund-not-confirmed"],
      transaction: ["unknown-cycle"],
      "recorded-refund": ["dispute"],
    });
  });

  test("the attempt or transactions that an operator action frees for another payment (ENG-FREE)", () => {
    const { "reported-transactions": all, ...others } = groupedBy((kind) => reviewKinds[kind].frees);
    expect(others).toEqual({
      attempt: ["order-not-placed"],
      transaction: ["amount-mismatch", "transaction-reused"],
    });
  });

  test("the money that a refund gives back", () => {
    const { "unknown-amount": unknown, ...others } = groupedBy((kind) => reviewKinds[kind].money);
    expect(others).toEqual({
      "placed-order": [
        "refund-requested",
        "contradictory-results",
        "unknown-code",
        "refund-notice",
        "dispute",
        "subscription-mismatch",
        "charged-after-closing",
      ],
      "asked-amount": ["order-not-placed", "renewal-not-placed", "paid-twice"],
      "reported-amount": ["amount-mismatch"],
    });
  });

  test("the text about the meaning of an action", () => {
    const { action, ...others } = groupedBy((kind) => reviewKinds[kind].texts.meaning);
    expect(others).toEqual({
      attempt: ["order-not-placed"],
      renewal: ["renewal-not-placed"],
      refund: ["refund-not-confirmed"],
      item: [
        "host-not-informed",
        "subscription-not-cancelled",
        "refund-not-synced",
        "refund-failed",
        "refund-requested",
        "paid-twice",
        "unknown-cycle",
        "dispute",
        "weaker-signature",
        "incomplete-notification",
        "charged-after-closing",
      ],
    });
  });

  test("the text about refused actions, which is missing if every action is allowed", () => {
    const { none = [], ...limits } = groupedBy((kind) => reviewKinds[kind].texts.limit);
    expect(none).toEqual(kinds.filter((kind) => allowedActions(kind).length === 3));
    expect(limits).toEqual({
      "check-pending": ["result-not-checked", "cycle-not-checked"],
      "shop-not-informed": ["host-not-informed"],
      "not-cancelled": ["subscription-not-cancelled"],
      "refund-recorded": ["refund-not-synced"],
      "refund-sent": ["refund-not-confirmed"],
      "refund-failed": ["refund-failed"],
      "signature-only": ["weaker-signature"],
      "fields-only": ["incomplete-notification"],
      dispute: ["dispute"],
      "no-charge": ["cycle-overdue"],
      "order-waits": ["order-not-placed", "renewal-not-placed"],
      paid: ["refund-requested", "paid-twice", "charged-after-closing"],
    });
  });
});

test("operators name a cycle only if they accept a charge whose cycle is unknown", () => {
  const named = kinds.flatMap((kind) =>
    allowedActions(kind).flatMap((action) => (requiresCycle(kind, action) ? [[kind, action]] : [])),
  );
  expect(named).toEqual([["unknown-cycle", "accept"]]);
});

test("a refund without a review item belongs to the placed order", () => {
  expect(concernsPlacedOrder(undefined)).toBe(true);
  expect(concernsPlacedOrder("refund-requested")).toBe(true);
  expect(concernsPlacedOrder("amount-mismatch")).toBe(false);
});

test("operators can retry jobs of the shop and notifications that did not verify", () => {
  const retriable = kinds.filter(isRetriable);
  expect(retriable.sort()).toEqual([
    "cycle-not-checked",
    "host-not-informed",
    "not-verified",
    "order-not-placed",
    "refund-not-confirmed",
    "refund-not-synced",
    "renewal-not-placed",
    "result-not-checked",
    "subscription-not-cancelled",
  ]);
});
