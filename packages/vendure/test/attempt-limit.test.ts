import { PayIndexService } from "@pay-index/vendure";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import type { Buyer } from "./shop/buyer.mts";
import { sellProduct } from "./shop/catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// What a buyer sees who starts too many attempts, on a real Vendure.

const limit = 2;
let stage: TestShop;
let tea: string;
beforeAll(async () => {
  stage = await openTestShop({ place: await createSqljsDatabase(), plugin: { attemptsPerHour: limit } });
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
}, 120_000);
afterAll(() => stage?.close());

const attemptsOf = async (reference: string) =>
  (await stage.app.get(PayIndexService).gateway.status({ reference })).attemptCount;

const start = `mutation ($method: String!) { startPayIndexPayment(input: { method: $method }) { __typename
  ... on PayIndexTooManyAttemptsError { retryAt } ... on ErrorResult { errorCode message } } }`;

/** Another cart each time, so that no attempt can be used again. */
async function openExhaustedOrder(): Promise<{ buyer: Buyer; code: string }> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  for (let count = 0; count < limit; count++) {
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ __typename: "PayIndexStarted" });
    await buyer.goTo("AddingItems");
    await buyer.add(tea);
    await buyer.goTo("ArrangingPayment");
  }
  return { buyer, code };
}

test("the Shop API answers PayIndexTooManyAttemptsError with the next possible start, and starts nothing (M4)", async () => {
  const { buyer, code } = await openExhaustedOrder();
  for (const method of ["hosted", "link"]) {
    const { retryAt, ...refusal } = await buyer.ask(start, { method });
    expect(refusal).toEqual({
      __typename: "PayIndexTooManyAttemptsError",
      errorCode: "PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR",
      message:
        "There were too many payment attempts for this order. You were not charged. Please try again later.",
    });
    const minutes = (Date.parse(retryAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
  }
  expect(await attemptsOf(code)).toBe(limit);
});

test("the refusal is in the buyer's language", async () => {
  const { buyer } = await openExhaustedOrder();
  buyer.says({ languageCode: "zh" });
  expect((await buyer.start({ method: "hosted" })).message).toBe(
    "此订单的付款尝试次数过多。未扣款，请稍后再试。",
  );
});
