import { afterAll, beforeAll, describe } from "vitest";
import { RecordedSpans } from "../../../tests/telemetry/recorded-spans.ts";
import { alertsSuite } from "./shop/alerts.suite.mts";
import { bootSuite } from "./shop/boot.suite.mts";
import { completeOrderOptionSuite } from "./shop/complete-order-option.suite.mts";
import { existingOrdersSuite } from "./shop/existing-orders.suite.mts";
import { hardInputSuite } from "./shop/hard-input.suite.mts";
import { ordersSuite } from "./shop/orders.suite.mts";
import { pricesSuite } from "./shop/prices.suite.mts";
import { racesSuite } from "./shop/races.suite.mts";
import { recordedRefundsSuite } from "./shop/recorded-refunds.suite.mts";
import { safeguardsAgainstMedusaSuite } from "./shop/safeguards-against-medusa.suite.mts";
import { sentItemsSuite } from "./shop/sent-items.suite.mts";
import { staffSuite } from "./shop/staff.suite.mts";
import { storefrontSuite } from "./shop/storefront.suite.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";
import { tracesSuite } from "./shop/traces.suite.mts";

// A process has room for one Medusa, and it takes its time to start. So two shops share the suites, one for each worker: this one
// has Medusa's defaults.
const recorded = new RecordedSpans();
let stage: TestShop;
beforeAll(async () => {
  stage = await openTestShop({ telemetry: recorded.telemetry });
}, 300_000);
afterAll(() => stage?.close());

describe("boot", () => bootSuite(() => stage));
describe("orders", () => ordersSuite(() => stage));
describe("existing orders", () => existingOrdersSuite(() => stage));
describe("the sent items", () => sentItemsSuite(() => stage));
describe("the option completeOrder", () => completeOrderOptionSuite(() => stage));
describe("alerts", () => alertsSuite(() => stage));
describe("traces", () => tracesSuite(() => stage, recorded));
describe("staff", () => staffSuite(() => stage));
describe("recorded refunds", () => recordedRefundsSuite(() => stage));
describe("an operation that Medusa does by itself", () => safeguardsAgainstMedusaSuite(() => stage));
describe("hard input", () => hardInputSuite(() => stage));
describe("the charged amount", () => pricesSuite(() => stage));
describe("a storefront", () => storefrontSuite(() => stage));
describe("requests at the same moment", () => racesSuite(() => stage));
