import { afterAll, beforeAll, describe } from "vitest";
import { firstPeriodSuite } from "./shop/first-period-price.suite.mts";
import { forgedRenewalMetadataSuite } from "./shop/forged-renewal-metadata.suite.mts";
import { productPlansSuite } from "./shop/product-plans.suite.mts";
import { renewalIdempotencySuite } from "./shop/renewal-idempotency.suite.mts";
import { renewalTotalsSuite } from "./shop/renewal-totals.suite.mts";
import { renewalsSuite } from "./shop/renewals.suite.mts";
import { reviewQueueSuite } from "./shop/review-queue.suite.mts";
import { subscriptionCartsSuite } from "./shop/subscription-carts.suite.mts";
import { subscriptionViewsSuite } from "./shop/subscription-views.suite.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A process has room for one Medusa, and it takes its time to start. So two files share the suites, one for each worker.
let stage: TestShop;
beforeAll(async () => {
  stage = await openTestShop();
}, 180_000);
afterAll(() => stage?.close());

describe("subscriptions", () => {
  for (const part of [productPlansSuite, subscriptionCartsSuite, renewalsSuite, subscriptionViewsSuite])
    part(() => stage);
});
describe("the queue of review items", () => reviewQueueSuite(() => stage));
describe("a first period with its own price", () => firstPeriodSuite(() => stage));
describe("the metadata of a renewal", () => forgedRenewalMetadataSuite(() => stage));
describe("an order of a later cycle", () => renewalTotalsSuite(() => stage));
describe("a later cycle", () => renewalIdempotencySuite(() => stage));
