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
      subscription: ["closed", "other-master"],
      cycle: ["cycle", "missed", "cycle-due", "unexpected-cycle", "charged-after-closing", "cycle-missing"],
      refund: ["book-refund", "refund-due"],
      transaction: [
        "mismatch",
        "contradictory",
        "paid-twice",
        "unknown-code",
        "unknown-cycle",
        "refund-notice",
        "transaction-reused",
        "weaker-rule",
      ],
    });
  });

  test("what a retry runs", () => {
    const { nothing, ...retried } = groupedBy((kind) => reviewKinds[kind].retryRuns);
    expect(retried).toEqual({
      job: ["paid", "cycle", "closed", "missed", "check-result", "cycle-due", "book-refund"],
      verification: ["not-verified"],
    });
  });

  test("the allowed actions, the first of which is offered first", () => {
    expect(groupedBy((kind) => allowedActions(kind).join(" "))).toEqual({
      "": ["check-result", "cycle-due"],
      closed: ["closed", "missed", "book-refund", "weaker-rule"],
      "accepted closed": ["cycle-missing"],
      "refunded closed": ["paid", "cycle", "refund-due", "paid-twice", "charged-after-closing"],
      "accepted closed refunded": [
        "no-result",
        "not-verified",
        "mismatch",
        "contradictory",
        "unknown-code",
        "unknown-cycle",
        "refund-notice",
        "transaction-reused",
        "other-master",
        "unexpected-cycle",
      ],
    });
  });

  test("the recommended action", () => {
    expect(groupedBy((kind) => reviewKinds[kind].recommendedAction)).toEqual({
      depends: ["paid", "cycle", "no-result", "contradictory", "unknown-code", "other-master"],
      work: ["closed", "missed", "check-result", "cycle-due", "book-refund", "not-verified"],
      refunded: [
        "refund-due",
        "mismatch",
        "paid-twice",
        "unknown-cycle",
        "refund-notice",
        "unexpected-cycle",
        "charged-after-closing",
      ],
      closed: ["transaction-reused", "weaker-rule", "cycle-missing"],
    });
  });

  test("what a decision is a fact about", () => {
    const { state, ...others } = groupedBy((kind) => reviewKinds[kind].decides);
    expect(others).toEqual({
      item: ["closed", "missed", "book-refund", "weaker-rule"],
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
        "refund-due",
        "contradictory",
        "unknown-code",
        "refund-notice",
        "other-master",
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
        "book-refund",
        "refund-due",
        "paid-twice",
        "unknown-cycle",
        "weaker-rule",
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
      "refund-recorded": ["book-refund"],
      "signature-only": ["weaker-rule"],
      "no-charge": ["cycle-missing"],
      "order-waits": ["paid", "cycle"],
      paid: ["refund-due", "paid-twice", "charged-after-closing"],
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
  expect(concernsPlacedOrder("refund-due")).toBe(true);
  expect(concernsPlacedOrder("mismatch")).toBe(false);
});

test("operators can retry what is a job of the shop, and notifications that did not verify", () => {
  const retriable = kinds.filter(isRetriable);
  expect(retriable.sort()).toEqual([
    "book-refund",
    "check-result",
    "closed",
    "cycle",
    "cycle-due",
    "missed",
    "not-verified",
    "paid",
  ]);
});
