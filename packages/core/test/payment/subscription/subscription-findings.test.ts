import { expect, test } from "vitest";
import { subscriptionFindings } from "../../../src/payment/subscription/subscription-state.ts";
import { exampleAttempt, exampleSubscription } from "../example-attempt.ts";
import { exampleNotification } from "../example-facts.ts";

const facts = [
  exampleNotification({ gatewaySubscriptionId: "M1" }),
  exampleNotification({ gatewaySubscriptionId: "M2", periodCount: "1", transactionId: "T2" }),
];

test("the findings of a subscription are other subscriptions and missing fields (CYC-SUBSCRIPTION, ITEM-FIELDS)", () => {
  const attempt = exampleSubscription(facts, { gatewaySubscriptionId: "M1" });
  expect(subscriptionFindings(attempt).map(({ kind, dedupeKey }) => [kind, dedupeKey])).toEqual([
    ["subscription-mismatch", "M2"],
    ["incomplete-notification", "T1"],
  ]);
});

test("a payment without a plan has no findings about a subscription (ITEM-FIELDS)", () => {
  expect(subscriptionFindings(exampleAttempt({ facts }))).toEqual([]);
});
