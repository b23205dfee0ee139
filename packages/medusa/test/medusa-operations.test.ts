import { afterAll, beforeAll, describe } from "vitest";
import { cancelSubscriptionSuite } from "./shop/cancel-subscription.suite.mts";
import { firstPeriodSuite } from "./shop/first-period-price.suite.mts";
import { gatewayOperationsSuite } from "./shop/gateway-operations.suite.mts";
import { gatewayRefundsSuite } from "./shop/gateway-refunds.suite.mts";
import { productPlansSuite } from "./shop/product-plans.suite.mts";
import { renewalIdempotencySuite } from "./shop/renewal-idempotency.suite.mts";
import { renewalTotalsSuite } from "./shop/renewal-totals.suite.mts";
import { renewalsSuite } from "./shop/renewals.suite.mts";
import { repeatedRefundsSuite } from "./shop/repeated-refunds.suite.mts";
import { staffPermissionsSuite } from "./shop/staff-permissions.suite.mts";
import { subscriptionCartsSuite } from "./shop/subscription-carts.suite.mts";
import { subscriptionViewsSuite } from "./shop/subscription-views.suite.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A process has room for one Medusa, and it takes its time to start. So two shops share the suites, one for each worker: this one
// has every operation of the gateway, staff with roles, and buyers who can start few attempts.
let stage: TestShop;
beforeAll(async () => {
  stage = await openTestShop(
    {
      operations: { query: {}, refund: {}, refundQuery: {}, cancelSubscription: {}, disputeWebhook: {} },
      ...{ buyersMayCancel: true, attemptsPerHour: 3 },
    },
    { hasRoles: true },
  );
}, 300_000);
afterAll(() => stage?.close());

describe("permissions", () => staffPermissionsSuite(() => stage));
describe("operations of the gateway", () => gatewayOperationsSuite(() => stage));
describe("a refund through the gateway", () => gatewayRefundsSuite(() => stage));
describe("a refund that Medusa repeats is sent once", () => repeatedRefundsSuite(() => stage));
describe("a subscription that is cancelled", () => cancelSubscriptionSuite(() => stage));
describe("subscriptions", () => {
  for (const part of [productPlansSuite, subscriptionCartsSuite, renewalsSuite, subscriptionViewsSuite])
    part(() => stage);
});
describe("a first period with its own price", () => firstPeriodSuite(() => stage));
describe("an order of a later cycle", () => renewalTotalsSuite(() => stage));
describe("a later cycle", () => renewalIdempotencySuite(() => stage));
