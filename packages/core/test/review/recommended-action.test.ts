import { expect, test } from "vitest";
import type { AttemptState } from "../../src/payment/attempt-state.ts";
import { orderRefusals, toShopRefusalCode } from "../../src/payment/order-refusals.ts";
import { allowedActions, isRetriable } from "../../src/payment/review-kind-actions.ts";
import type { RecommendedAction } from "../../src/payment/review-kind-rules.ts";
import { type ReviewKind, reviewKinds } from "../../src/payment/review-kinds.ts";
import { canRetry, recommendedAction } from "../../src/review/recommended-action.ts";

const kinds = Object.keys(reviewKinds) as ReviewKind[];

/** Advice that depends on more than the kind (review-kinds.test.ts has the fixed advice that concerns money). */
const advised: Partial<
  Record<ReviewKind, [review: RecommendedAction, paid: RecommendedAction, pending?: RecommendedAction]>
> = {
  "order-not-placed": ["retry", "retry"],
  "renewal-not-placed": ["retry", "retry"],
  "no-result": ["dismiss", "record-refund"],
  "contradictory-results": ["dismiss", "record-refund"],
  "unknown-code": ["dismiss", "record-refund"],
  "subscription-mismatch": ["record-refund", "dismiss", "dismiss"],
};

const amount = { minor: 1999, currency: "USD" };
const attempts = (state: AttemptState, cycle: AttemptState = state) =>
  [{ attemptId: "A", state, amount, subscription: { cycles: [{ number: 3, state: cycle }] } }] as never;

const unknownProblem = { code: "unknown", message: "" };

test.each(Object.entries(advised))(
  "the recommended action for %s is %s",
  (kind, [review, paid, pending = review]) => {
    const item = { kind: kind as ReviewKind, attemptId: "A", problem: unknownProblem };
    const advice = (["review", "pending", "paid"] as const).map((state) =>
      recommendedAction(item, attempts(state)),
    );
    expect(advice).toEqual([review, pending, paid]);
  },
);

test.each(kinds)(
  "the recommended action for %s is allowed in every state, and never accepts a payment",
  (kind) => {
    const codes = ["unknown", ...Object.keys(orderRefusals)];
    const advice = codes.flatMap((code) =>
      (["review", "pending", "paid"] as const).map((state) =>
        recommendedAction({ kind, attemptId: "A", problem: { code, message: "" } }, attempts(state)),
      ),
    );
    const allowed = allowedActions(kind).filter((action) => action !== "accept");
    expect([...allowed, ...(isRetriable(kind) ? ["retry"] : [])]).toEqual(expect.arrayContaining(advice));
  },
);

test("the recommended action for a cycle depends on the cycle, not on the first payment", () => {
  const item = { kind: "contradictory-results", attemptId: "A", cycle: 3, problem: unknownProblem } as const;
  expect(recommendedAction(item, attempts("paid", "review"))).toBe("dismiss");
  expect(recommendedAction(item, attempts("paid", "paid"))).toBe("record-refund");
  expect(recommendedAction({ ...item, cycle: 4 }, attempts("paid"))).toBe("dismiss");
  expect(recommendedAction({ ...item, attemptId: "B" }, attempts("paid"))).toBe("dismiss");
});

/** What staff are advised to do, and whether pages offer a retry: for an order, and for a renewal. */
const advice = {
  refund: ["record-refund false", "record-refund false"],
  restore: ["record-refund true", "retry true"],
  correct: ["retry true", "retry true"],
  "place-by-hand": ["dismiss false", "dismiss false"],
  decide: ["dismiss true", "dismiss true"],
};

const adviceOf = (code: string) =>
  (["order-not-placed", "renewal-not-placed"] as const).map((kind) => {
    const item = { kind, attemptId: "A", problem: { code, message: "" } };
    return `${recommendedAction(item, attempts("paid"))} ${canRetry(item)}`;
  });

test.each(Object.entries(orderRefusals))("the advice for %s follows from its remedy", (code, { remedy }) => {
  expect(adviceOf(code)).toEqual(advice[remedy]);
});

test.each(["paused", "toString"])("staff can retry after the refusal %s of the shop's own code", (code) => {
  expect(adviceOf(toShopRefusalCode(code))).toEqual(advice.correct);
});

test("pages display a retry only if it can resolve the item", () => {
  expect(kinds.filter((kind) => canRetry({ kind, problem: unknownProblem }))).toEqual(
    kinds.filter(isRetriable),
  );
});
