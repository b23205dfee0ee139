import { expect, test } from "vitest";
import type { CancellationFact } from "../../../src/payment/cancellation.ts";
import type { Fact } from "../../../src/payment/fact.ts";
import type { RefundRequestedFact } from "../../../src/payment/refund-fact.ts";
import type { SubscriptionSummary } from "../../../src/payment/subscription/subscription.ts";
import {
  closeCancelledSubscription,
  isCancellationRequest,
  isConfirmedCancellation,
  wasSubscriptionCharged,
} from "../../../src/payment/subscription/subscription-state.ts";
import { money } from "../../../src/protocol/money/money.ts";
import { exampleSubscription } from "../example-attempt.ts";
import { exampleFailure, exampleNotification, exampleResolution, exampleResponse } from "../example-facts.ts";

const early = "2026-01-10T10:00:00.000Z";
const late = "2026-02-10T10:00:00.000Z";

const requested: CancellationFact = { source: "cancellation", at: early, step: "requested", by: "buyer" };
const refused: CancellationFact = { source: "cancellation", at: early, step: "refused", text: "No." };
const confirmed = (at: string, lastCycle?: number): CancellationFact => ({
  ...{ source: "cancellation", at, step: "confirmed" },
  ...(lastCycle === undefined ? {} : { lastCycle }),
});

const refundRequested: RefundRequestedFact = {
  ...{ source: "refund", at: early, step: "requested", requestId: "r-1", transactionId: "T1" },
  ...{ amount: money(500, "USD"), reason: "Late delivery", ofOrder: true },
};

test("isCancellationRequest and isConfirmedCancellation select only their own facts, and no request for a refund", () => {
  const others = [exampleResponse("redirect"), exampleNotification(), refundRequested];
  const facts = [requested, refused, confirmed(early), ...others];
  expect(facts.filter(isCancellationRequest)).toEqual([requested]);
  expect(facts.filter(isConfirmedCancellation)).toEqual([confirmed(early)]);
});

test.each<[string, boolean, readonly Fact[], SubscriptionSummary | undefined]>([
  ["a success", true, [exampleNotification()], undefined],
  ["a success of another amount", true, [exampleNotification({ trueAmount: "1.00" })], undefined],
  ["a charge that staff accepted", true, [exampleResolution("accept")], undefined],
  ["a gateway subscription ID", true, [], { gatewaySubscriptionId: "M1" }],
  ["only a failure", false, [exampleFailure()], undefined],
  ["only a dismissal", false, [exampleResolution("dismiss")], undefined],
  ["only a reported closing", false, [], { closedAt: early }],
  ["nothing", false, [], undefined],
])("a subscription with %s was charged: %s", (...[, charged, facts, subscription]) => {
  expect(wasSubscriptionCharged(exampleSubscription(facts, subscription))).toBe(charged);
});

const reported = { closedAt: late, closedWith: 3 };

test.each<[string, readonly Fact[], SubscriptionSummary | undefined, SubscriptionSummary]>([
  ["without a cycle", [confirmed(late)], undefined, { closedAt: late, closedWithoutCycleAt: late }],
  ["with a cycle", [confirmed(late, 3)], undefined, reported],
  ["twice", [confirmed(late, 3), confirmed(early, 4)], undefined, { closedAt: early, closedWith: 3 }],
  [
    "before a report of the gateway",
    [confirmed(early)],
    { closedAt: late, closedWith: 2 },
    { closedAt: early, closedWith: 2, closedWithoutCycleAt: early },
  ],
  ["of an earlier cycle than reported", [confirmed(late, 2)], reported, { closedAt: late, closedWith: 2 }],
])(
  "a cancellation that is confirmed %s closes the subscription (CAN-CLOSED)",
  (...[, facts, known, closed]) => {
    expect(closeCancelledSubscription(exampleSubscription(facts, known)).subscription).toEqual(closed);
  },
);

test.each<[string, readonly Fact[], SubscriptionSummary | undefined]>([
  ["a request alone", [requested], undefined],
  ["a refusal", [requested, refused], undefined],
  ["a confirmation that is known", [confirmed(late, 3)], { closedAt: early, closedWith: 2 }],
  ["no fact at all", [], { closedAt: early }],
])("%s changes nothing, so the attempt is the same object", (_, facts, known) => {
  const attempt = exampleSubscription(facts, known);
  expect(closeCancelledSubscription(attempt)).toBe(attempt);
});
