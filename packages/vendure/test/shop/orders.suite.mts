import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { additionalPaymentsSuite } from "./orders/additional-payments.suite.mts";
import { hardInputSuite } from "./orders/hard-input.suite.mts";
import { openOrderTestShop } from "./orders/order-test-shop.mts";
import { placingSuite } from "./orders/placing.suite.mts";
import { recordedRefundsSuite } from "./orders/recorded-refunds.suite.mts";
import { refusedMethodsSuite } from "./orders/refused-methods.suite.mts";
import { sentItemsSuite } from "./orders/sent-items.suite.mts";
import type { TestShop } from "./test-shop.mts";

/** What a buyer, the gateway and staff may do to an order that is paid once, on a real Vendure. */
export function ordersSuite(name: string, createDatabase: () => Promise<TestDatabase>): void {
  describe(`${name}: orders`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openOrderTestShop(await createDatabase());
    }, 120_000);
    afterAll(() => shop?.close());

    refusedMethodsSuite(() => shop);
    placingSuite(() => shop);
    additionalPaymentsSuite(() => shop);
    recordedRefundsSuite(() => shop);
    hardInputSuite(name, () => shop);
    sentItemsSuite(() => shop);
  });
}
