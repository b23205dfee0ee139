import { describe, expect, test } from "vitest";
import {
  allowedActions,
  concernsPlacedOrder,
  isRetriable,
  type JobKind,
  requiresCycle,
  reviewKinds,
} from "../../src/payment/review-kinds.ts";

const kinds = Object.keys(reviewKinds) as JobKind[];

/** The kinds by the value of one of their rules. */
function groupedBy(ruleOf: (kind: JobKind) => string): Record<string, JobKind[]> {
  const groups: Record<string, JobKind[]> = {};
  for (const kind of kinds) groups[ruleOf(kind)] = [...(groups[ruleOf(kind)] ?? []), kind];
  return groups;
}

describe("the rules of each kind", () => {
  test("what an item is about", () => {
    expect(groupedBy((kind) => reviewKinds[kind].scope)).toEqual({
      payment: ["no-result"],
      attempt: ["paid", "check-result", "not-verified"],
      subscription: ["closed", "subscription-mismatch"],
      cycle: ["cycle", "missed", "cycle-due", "unexpected-cycle", "charged-after-closing", "cycle-overdue"],
      refund: ["refund-not-synced", "refund-requested"],
      transaction: [
        "mismatch",
        "contradictory-results",
        "paid-twice",
        "unknown-code",
        "unknown-cycle",
        "refund-notice",
        "transaction-reused",
        "weaker-signature",
      ],
    });
  });

  test("what a retry runs", () => {
    const { nothing, ...retried } = groupedBy((kind) => reviewKinds[kind].retryRuns);
    expect(retried).toEqual({
      job: ["paid", "cycle", "closed", "missed", "check-result", "cycle-due", "refund-not-synced"],
      verification: ["not-verified"],
    });
  });

  test("the allowed actions, the first of which is offered first", () => {
    expect(groupedBy((kind) => allowedActions(kind).join(" "))).toEqual({
      "": ["check-result", "cycle-due"],
      closed: ["closed", "missed", "refund-not-synced", "weaker-signature"],
      "accepted closed": ["cycle-overdue"],
      "refunded closed": ["paid", "cycle", "refund-requested", "paid-twice", "charged-after-closing"],
      "accepted closed refunded": [
        "no-result",
        "not-verified",
        "mismatch",
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
        "paid",
        "cycle",
        "no-result",
        "contradictory-results",
        "unknown-code",
        "subscription-mismatch",
      ],
      jobs: ["closed", "missed", "check-result", "cycle-due", "refund-not-synced", "not-verified"],
      refunded: [
        "refund-requested",
        "mismatch",
        "paid-twice",
        "unknown-cycle",
        "refund-notice",
        "unexpected-cycle",
        "charged-after-closing",
      ],
      closed: ["transaction-reused", "weaker-signature", "cycle-overdue"],
    });
  });

  test("what a decision is a fact about", () => {
    const { state, ...others } = groupedBy((kind) => reviewKinds[kind].decides);
    expect(others).toEqual({
      item: ["closed", "missed", "refund-not-synced", "weaker-signature"],
      transaction: ["unknown-cycle"],
    });
  });

  test("what a decision frees for another payment (LED-FREE)", () => {
    const { "reported-transactions": all, ...others } = groupedBy((kind) => reviewKinds[kind].frees);
    expect(others).toEqual({ attempt: ["paid"], transaction: ["mismatch", "transaction-reused"] });
  });

  test("which money a refund gives back", () => {
    const { "unknown-amount": unknown, ...others } = groupedBy((kind) => reviewKinds[kind].money);
    expect(others).toEqual({
      "placed-order": [
        "refund-requested",
        "contradictory-results",
        "unknown-code",
        "refund-notice",
        "subscription-mismatch",
        "charged-after-closing",
      ],
      "asked-amount": ["paid", "cycle", "paid-twice"],
      "reported-amount": ["mismatch"],
    });
  });

  test("the words for what a decision means", () => {
    const { action, ...others } = groupedBy((kind) => reviewKinds[kind].texts.meaning);
    expect(others).toEqual({
      attempt: ["paid"],
      renewal: ["cycle"],
      item: [
        "closed",
        "missed",
        "refund-not-synced",
        "refund-requested",
        "paid-twice",
        "unknown-cycle",
        "weaker-signature",
        "charged-after-closing",
      ],
    });
  });

  test("the words for why other actions are refused: none where every action is allowed", () => {
    const { none = [], ...limits } = groupedBy((kind) => reviewKinds[kind].texts.limit);
    expect(none).toEqual(kinds.filter((kind) => allowedActions(kind).length === 3));
    expect(limits).toEqual({
      "check-pending": ["check-result", "cycle-due"],
      "shop-not-informed": ["closed", "missed"],
      "refund-recorded": ["refund-not-synced"],
      "signature-only": ["weaker-signature"],
      "no-charge": ["cycle-overdue"],
      "order-waits": ["paid", "cycle"],
      paid: ["refund-requested", "paid-twice", "charged-after-closing"],
    });
  });
});

test("operators name a cycle if they accept a charge whose cycle cannot be told, and for nothing else", () => {
  const named = kinds.flatMap((kind) =>
    allowedActions(kind).flatMap((action) => (requiresCycle(kind, action) ? [[kind, action]] : [])),
  );
  expect(named).toEqual([["unknown-cycle", "accepted"]]);
});

test("a refund without an item is of the placed order", () => {
  expect(concernsPlacedOrder(undefined)).toBe(true);
  expect(concernsPlacedOrder("refund-requested")).toBe(true);
  expect(concernsPlacedOrder("amount-mismatch")).toBe(false);
});

test("operators can retry what is a job of the shop, and notifications that did not verify", () => {
  const retriable = kinds.filter(isRetriable);
  expect(retriable.sort()).toEqual([
    "refund-not-synced",
    "check-result",
    "closed",
    "cycle",
    "cycle-due",
    "missed",
    "not-verified",
    "paid",
  ]);
});
