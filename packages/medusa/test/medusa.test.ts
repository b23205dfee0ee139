import { afterAll, beforeAll, describe } from "vitest";
import { attemptLimit } from "./shop/attempt-limit.mts";
import { beginnings } from "./shop/beginnings.mts";
import { boot } from "./shop/boot.mts";
import { carriedPlans } from "./shop/carried-plans.mts";
import { coreBugs } from "./shop/core-bugs.mts";
import { foreignRequests } from "./shop/foreign-requests.mts";
import { hardInput } from "./shop/hard-input.mts";
import { orders } from "./shop/orders.mts";
import { prices } from "./shop/prices.mts";
import { races } from "./shop/races.mts";
import { refunds } from "./shop/refunds.mts";
import { renewalMarks } from "./shop/renewal-marks.mts";
import { renewalTotals } from "./shop/renewal-totals.mts";
import { renewals } from "./shop/renewals.mts";
import { renewalsOnce } from "./shop/renewals-once.mts";
import { staffRoutes } from "./shop/staff.mts";
import { staffQueue } from "./shop/staff-queue.mts";
import { openStage, type Stage } from "./shop/stage.mts";
import { storefront } from "./shop/storefront.mts";
import { subscriptionsShown } from "./shop/subscriptions-shown.mts";
import { twoMerchants } from "./shop/two-merchants.mts";

// A process has room for one Medusa, and it takes its time to start: all that needs one shares it.
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(() => stage?.close());

describe("boot", () => boot(() => stage));
describe("orders", () => orders(() => stage));
describe("staff", () => staffRoutes(() => stage));
describe("the queue of review items", () => staffQueue(() => stage));
describe("refunds", () => refunds(() => stage));
describe("a request for staff", () => foreignRequests(() => stage));
describe("what Medusa does by itself", () => coreBugs(() => stage));
describe("subscriptions", () => {
  for (const part of [carriedPlans, beginnings, renewals, subscriptionsShown]) part(() => stage);
});
describe("the limit of attempts", () => attemptLimit(() => stage));
describe("a cart that two merchants could be paid for", () => twoMerchants(() => stage));
describe("the marks of a renewal", () => renewalMarks(() => stage));
describe("an order of a later cycle", () => renewalTotals(() => stage));
describe("a later cycle is", () => renewalsOnce(() => stage));
describe("hard input", () => hardInput(() => stage));
describe("what is charged", () => prices(() => stage));
describe("a storefront", () => storefront(() => stage));
describe("in one moment", () => races(() => stage));
