import { PayIndexService } from "@pay-index/vendure";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { sellProduct } from "./shop/catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// What a buyer sees whose order costs less than the gateway charges, on a real Vendure.

let stage: TestShop;
let tea: string;
beforeAll(async () => {
  const plugin = { minimumAmounts: { USD: 2000 } };
  stage = await openTestShop({ place: await createSqljsDatabase(), plugin });
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
}, 120_000);
afterAll(() => stage?.close());

const attemptsOf = async (reference: string) =>
  (await stage.app.get(PayIndexService).gateway.status({ reference })).attemptCount;

test("the Shop API names the smallest amount in the buyer's language, and starts nothing (MON-MINIMUM)", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  const english = "The smallest amount that can be paid here is 20.00 USD.";
  expect(await buyer.start({ method: "hosted" })).toMatchObject({
    __typename: "PayIndexSaleError",
    message: english,
    problems: [{ path: "amount", message: english }],
  });
  buyer.says({ languageCode: "zh" });
  expect((await buyer.start({ method: "hosted" })).message).toBe("此处可支付的最低金额为 20.00 USD。");
  expect(await attemptsOf(code)).toBe(0);
});
