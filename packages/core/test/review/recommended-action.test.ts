import { expect, test } from "vitest";
import type { AttemptState } from "../../src/payment/derive-attempt-state.ts";
import type { RecommendedAction } from "../../src/payment/review-kind-rules.ts";
import { allowedActions, type JobKind } from "../../src/payment/review-kinds.ts";
import { canRetry, recommendedAction } from "../../src/review/recommended-action.ts";

const advised: Record<
  JobKind,
  [review: RecommendedAction, paid: RecommendedAction, pending?: RecommendedAction]
> = {
  paid: ["work", "work"],
  "not-verified": ["work", "work"],
  "check-result": ["work", "work"],
  "no-result": ["closed", "refunded"],
  mismatch: ["refunded", "refunded"],
  contradictory: ["closed", "refunded"],
  "unknown-code": ["closed", "refunded"],
  "paid-twice": ["refunded", "refunded"],
  "refund-due": ["refunded", "refunded"],
  "refund-notice": ["refunded", "refunded"],
  "unknown-cycle": ["refunded", "refunded"],
  "unexpected-cycle": ["refunded", "refunded"],
  "other-master": ["refunded", "closed", "closed"],
  "charged-after-closing": ["refunded", "refunded"],
  cycle: ["work", "work"],
  closed: ["work", "work"],
  missed: ["work", "work"],
  "book-refund": ["work", "work"],
  "cycle-due": ["work", "work"],
  "cycle-missing": ["closed", "closed"],
  "weaker-rule": ["closed", "closed"],
  "transaction-reused": ["closed", "closed"],
};

const money = { minor: 1999, currency: "USD" };
const book = (state: AttemptState, cycle: AttemptState = state) =>
  [{ orderNumber: "A", state, money, subscription: { cycles: [{ number: 3, state: cycle }] } }] as never;

test.each(Object.entries(advised))("for %s it is %s", (kind, [review, paid, pending = review]) => {
  const item = { kind: kind as JobKind, orderNumber: "A" };
  const advice = (["review", "pending", "paid"] as const).map((state) =>
    recommendedAction(item, book(state)),
  );
  expect(advice).toEqual([review, pending, paid]);
});

test.each(Object.entries(advised))("what is advised for %s can be decided", (kind, remedies) => {
  for (const remedy of remedies)
    if (remedy !== "work") expect(allowedActions(kind as JobKind)).toContain(remedy);
});

test("what is advised about a cycle goes by the cycle: that the first payment paid says nothing of its money", () => {
  const item = { kind: "contradictory", orderNumber: "A", cycle: 3 } as const;
  expect(recommendedAction(item, book("paid", "review"))).toBe("closed");
  expect(recommendedAction(item, book("paid", "paid"))).toBe("refunded");
  expect(recommendedAction({ ...item, cycle: 4 }, book("paid"))).toBe("closed");
  expect(recommendedAction({ ...item, orderNumber: "B" }, book("paid"))).toBe("closed");
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
    expect(recommendedAction({ kind: "cycle", orderNumber: "A", cycle: 3, problem }, book("paid"))).toBe(
      remedy,
    );
    expect(recommendedAction({ kind: "paid", orderNumber: "A", problem }, book("paid"))).toBe("work");
  },
);

test("an order that changed is recommended for a refund, and can be tried again if the buyer restores it", () => {
  for (const code of ["order_changed", "cart_changed"]) {
    const item = { kind: "paid", orderNumber: "A", problem: { code, message: "" } } as const;
    expect([recommendedAction(item, book("paid")), canRetry(item)]).toEqual(["refunded", true]);
  }
});

test("a retry is offered for what it may resolve, and for nothing else", () => {
  const kinds = (Object.keys(advised) as JobKind[]).filter((kind) => canRetry({ kind }));
  expect(kinds.sort()).toEqual([
    "book-refund",
    "check-result",
    "closed",
    "cycle",
    "cycle-due",
    "missed",
    "not-verified",
    "paid",
  ]);
  const code = (kind: JobKind, code: string) => canRetry({ kind, problem: { code, message: "" } });
  expect([
    code("paid", "order_cancelled"),
    code("cycle", "paid_twice"),
    code("cycle", "out_of_stock"),
  ]).toEqual([false, false, true]);
});

test.each(["paid", "cycle"] as const)(
  "for %s, a refusal that no retry changes recommends a refund",
  (kind) => {
    const advice = (code: string) =>
      recommendedAction({ kind, orderNumber: "A", problem: { code, message: "" } }, book("paid"));
    const final = ["cart_completed", "cart_missing", "order_placed", "order_cancelled", "host_missing"];
    expect(final.map(advice)).toEqual(final.map(() => "refunded"));
    const open = ["out_of_stock", "order_missing", "provider_disabled"];
    expect(open.map(advice)).toEqual(open.map(() => "work"));
  },
);
