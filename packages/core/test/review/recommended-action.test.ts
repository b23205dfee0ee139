import { expect, test } from "vitest";
import type { AttemptState } from "../../src/payment/derive-attempt-state.ts";
import type { RecommendedAction } from "../../src/payment/review-kind-rules.ts";
import { allowedActions, type ReviewKind } from "../../src/payment/review-kinds.ts";
import { canRetry, recommendedAction } from "../../src/review/recommended-action.ts";

const advised: Record<
  ReviewKind,
  [review: RecommendedAction, paid: RecommendedAction, pending?: RecommendedAction]
> = {
  paid: ["retry", "retry"],
  "not-verified": ["retry", "retry"],
  "check-result": ["retry", "retry"],
  "no-result": ["dismiss", "record-refund"],
  mismatch: ["record-refund", "record-refund"],
  contradictory: ["dismiss", "record-refund"],
  "unknown-code": ["dismiss", "record-refund"],
  "paid-twice": ["record-refund", "record-refund"],
  "refund-requested": ["record-refund", "record-refund"],
  "refund-notice": ["record-refund", "record-refund"],
  "unknown-cycle": ["record-refund", "record-refund"],
  "unexpected-cycle": ["record-refund", "record-refund"],
  "subscription-mismatch": ["record-refund", "dismiss", "dismiss"],
  "charged-after-closing": ["record-refund", "record-refund"],
  cycle: ["retry", "retry"],
  closed: ["retry", "retry"],
  missed: ["retry", "retry"],
  "refund-not-synced": ["retry", "retry"],
  "cycle-not-checked": ["retry", "retry"],
  "cycle-overdue": ["dismiss", "dismiss"],
  "weaker-signature": ["dismiss", "dismiss"],
  "transaction-reused": ["dismiss", "dismiss"],
};

const money = { minor: 1999, currency: "USD" };
const book = (state: AttemptState, cycle: AttemptState = state) =>
  [{ attemptId: "A", state, money, subscription: { cycles: [{ number: 3, state: cycle }] } }] as never;

test.each(Object.entries(advised))("for %s it is %s", (kind, [review, paid, pending = review]) => {
  const item = { kind: kind as ReviewKind, attemptId: "A" };
  const advice = (["review", "pending", "paid"] as const).map((state) =>
    recommendedAction(item, book(state)),
  );
  expect(advice).toEqual([review, pending, paid]);
});

test.each(Object.entries(advised))("what is advised for %s can be decided", (kind, remedies) => {
  for (const remedy of remedies)
    if (remedy !== "retry") expect(allowedActions(kind as ReviewKind)).toContain(remedy);
});

test("what is advised about a cycle goes by the cycle: that the first payment paid says nothing of its money", () => {
  const item = { kind: "contradictory-results", attemptId: "A", cycle: 3 } as const;
  expect(recommendedAction(item, book("paid", "review"))).toBe("closed");
  expect(recommendedAction(item, book("paid", "paid"))).toBe("refunded");
  expect(recommendedAction({ ...item, cycle: 4 }, book("paid"))).toBe("closed");
  expect(recommendedAction({ ...item, attemptId: "B" }, book("paid"))).toBe("closed");
});

test.each([
  ["first_not_placed", "refunded"],
  ["paid_twice", "refunded"],
  ["renewals_not_made", "closed"],
  ["out_of_stock", "work"],
] as const)(
  "a cycle without an order for %s is %s: nothing is tried that must end the same way",
  (code, remedy) => {
    const problem = { code, message: "" };
    expect(
      recommendedAction({ kind: "renewal-not-placed", attemptId: "A", cycle: 3, problem }, book("paid")),
    ).toBe(remedy);
    expect(recommendedAction({ kind: "order-not-placed", attemptId: "A", problem }, book("paid"))).toBe(
      "work",
    );
  },
);

test("an order that changed is recommended for a refund, and can be tried again if the buyer restores it", () => {
  for (const code of ["order_changed", "cart_changed"]) {
    const item = { kind: "order-not-placed", attemptId: "A", problem: { code, message: "" } } as const;
    expect([recommendedAction(item, book("paid")), canRetry(item)]).toEqual(["refunded", true]);
  }
});

test("a retry is offered for what it may resolve, and for nothing else", () => {
  const kinds = (Object.keys(advised) as ReviewKind[]).filter((kind) => canRetry({ kind }));
  expect(kinds.sort()).toEqual([
    "refund-not-synced",
    "check-result",
    "closed",
    "cycle",
    "cycle-not-checked",
    "missed",
    "not-verified",
    "paid",
  ]);
  const code = (kind: ReviewKind, code: string) => canRetry({ kind, problem: { code, message: "" } });
  expect([
    code("order-not-placed", "order_cancelled"),
    code("renewal-not-placed", "paid_twice"),
    code("renewal-not-placed", "out_of_stock"),
  ]).toEqual([false, false, true]);
});

test.each(["paid", "cycle"] as const)(
  "for %s, a refusal that no retry changes recommends a refund",
  (kind) => {
    const advice = (code: string) =>
      recommendedAction({ kind, attemptId: "A", problem: { code, message: "" } }, book("paid"));
    const final = ["cart_completed", "cart_missing", "order_placed", "order_cancelled", "host_missing"];
    expect(final.map(advice)).toEqual(final.map(() => "refunded"));
    const open = ["out_of_stock", "order_missing", "provider_disabled"];
    expect(open.map(advice)).toEqual(open.map(() => "work"));
  },
);
