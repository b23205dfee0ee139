import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { refundResultsSuite } from "./gateway-refunds/refund-results.suite.mts";
import { RefundTestShop } from "./gateway-refunds/refund-test-shop.mts";
import { submittedRefundsSuite } from "./gateway-refunds/submitted-refunds.suite.mts";

/** Refunds that staff make in Vendure and that go through the gateway, on a real Vendure and the sandbox. */
export function gatewayRefundsSuite(title: string, place: () => Promise<TestDatabase>): void {
  describe(`refunds through the gateway: ${title}`, () => {
    let shop: RefundTestShop;
    beforeAll(async () => {
      shop = await RefundTestShop.open(await place());
    }, 120_000);
    afterAll(() => shop?.shop.stage.close());

    submittedRefundsSuite(() => shop);
    refundResultsSuite(() => shop);
  });
}
