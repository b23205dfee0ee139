import { afterAll, beforeAll, describe } from "vitest";
import { type GatewayRefundShop, openGatewayRefundShop } from "./shop/gateway-refund-shop.mts";
import { refundsInDialogSuite } from "./shop/refunds-in-dialog.suite.mts";
import { specialRefundsSuite } from "./shop/refunds-outside-dialog.suite.mts";
import { repeatedRefundsSuite } from "./shop/repeated-refunds.suite.mts";
import { staffRefundsSuite } from "./shop/staff-refunds.suite.mts";

// A Medusa whose refunds go through the gateway.

let stage: GatewayRefundShop;
beforeAll(async () => {
  stage = await openGatewayRefundShop();
}, 180_000);
afterAll(() => stage?.shop.close());

describe("a refund", () => refundsInDialogSuite(() => stage));
describe("a repeated refund", () => repeatedRefundsSuite(() => stage));
describe("a refund that begins outside Medusa", () => specialRefundsSuite(() => stage));
describe("refunds by staff", () => staffRefundsSuite(() => stage));
