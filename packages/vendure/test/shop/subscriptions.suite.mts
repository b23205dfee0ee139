import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { firstPaymentSuite } from "./subscriptions/first-payment.suite.mts";
import { otherPaymentMethodsSuite } from "./subscriptions/other-payment-methods.suite.mts";
import { productPlansSuite } from "./subscriptions/product-plans.suite.mts";
import { renewalsSuite } from "./subscriptions/renewals.suite.mts";
import { reviewItemsSuite } from "./subscriptions/review-items.suite.mts";
import { SubscriptionTestShop } from "./subscriptions/subscription-test-shop.mts";
import { subscriptionViewsSuite } from "./subscriptions/subscription-views.suite.mts";

/** What becomes of the plans that a shop sells on, on a real Vendure. */
export function subscriptionsSuite(name: string, makePlace: () => Promise<TestDatabase>): void {
  describe(`${name}: subscriptions`, () => {
    let shop: SubscriptionTestShop;
    beforeAll(async () => {
      shop = await SubscriptionTestShop.open(await makePlace());
    }, 120_000);
    afterAll(() => shop?.stage.close());

    firstPaymentSuite(() => shop);
    otherPaymentMethodsSuite(() => shop);
    renewalsSuite(() => shop);
    reviewItemsSuite(() => shop);
    subscriptionViewsSuite(() => shop);
    productPlansSuite(() => shop);
  });
}
