import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { refundResultsSuite } from "./gateway-refunds/refund-results.suite.mts";
import { RefundTestShop } from "./gateway-refunds/refund-test-shop.mts";
import { submittedRefundsSuite } from "./gateway-refunds/submitted-refunds.suite.mts";
import { cancelSubscriptionSuite } from "./subscriptions/cancel-subscription.suite.mts";
import { firstPaymentSuite } from "./subscriptions/first-payment.suite.mts";
import { otherPaymentMethodsSuite } from "./subscriptions/other-payment-methods.suite.mts";
import { productPlansSuite } from "./subscriptions/product-plans.suite.mts";
import { renewalsSuite } from "./subscriptions/renewals.suite.mts";
import { reviewItemsSuite } from "./subscriptions/review-items.suite.mts";
import { subscriptionViewsSuite } from "./subscriptions/subscription-views.suite.mts";

/** Plans that a shop sells on, and refunds through the gateway, on a real Vendure and the sandbox. */
export function subscriptionsSuite(name: string, createDatabase: () => Promise<TestDatabase>): void {
  let shop: RefundTestShop;
  beforeAll(async () => {
    const operations = { refund: {}, refundQuery: {}, cancelSubscription: {} };
    shop = await RefundTestShop.open(await createDatabase(), { operations, buyersMayCancel: true });
  }, 120_000);
  afterAll(() => shop?.close());

  describe(`${name}: refunds through the gateway`, () => {
    submittedRefundsSuite(() => shop);
    refundResultsSuite(() => shop);
  });
  describe(`${name}: subscriptions`, () => {
    firstPaymentSuite(() => shop);
    otherPaymentMethodsSuite(() => shop);
    renewalsSuite(() => shop);
    reviewItemsSuite(() => shop);
    subscriptionViewsSuite(() => shop);
    cancelSubscriptionSuite(() => shop);
    productPlansSuite(() => shop);
  });
}
