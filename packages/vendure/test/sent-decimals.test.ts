import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { ThreeDecimalMoneyStrategy } from "./shop/open-vendure.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A gateway that reads two decimals, and a Vendure whose prices have three.

const currency = "KWD";
let stage: TestShop;
beforeAll(async () => {
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: { amountDecimals: 2 },
    changes: { entityOptions: { moneyStrategy: new ThreeDecimalMoneyStrategy() } },
  });
}, 120_000);
afterAll(() => stage?.close());

/** Starts to pay an order with one piece of each price. */
async function started(...prices: number[]) {
  const buyer = stage.buyer({ currencyCode: currency });
  for (const price of prices)
    await buyer.add(await sellProduct(stage.app, { name: `Cup ${price}`, price, currency }), 1);
  await buyer.fillIn();
  const { code } = await buyer.ask("{ activeOrder { code } }");
  await buyer.goTo("ArrangingPayment");
  return { code, answer: await buyer.start({ method: "hosted" }) };
}

test("an order is paid if its amount can be sent, although the price of a line cannot (MON-SENT, PROD-SPREAD)", async () => {
  const { code, answer } = await started(995, 2995);
  expect(answer).toMatchObject({ state: "REDIRECT" });
  const { amount, timeline } = await stage.control.orderDetails(await stage.attempt(code));
  const submitted = timeline.find((event) => event.type === "submitted");
  const list = submitted?.type === "submitted" ? submitted.fields.pay_productname : undefined;
  const prices = (JSON.parse(list ?? "[]") as { price: string }[]).map(({ price }) => price);
  expect([amount, prices]).toEqual(["3.99", ["1.00", "2.99"]]);
  expect(await stage.paid(code)).toBe("200 OK");
  expect(await readOrderRecord(stage.app, code)).toMatchObject({
    state: "PaymentSettled",
    payments: [{ amount: 3990 }],
  });
});

test("an order is refused if its amount cannot be sent, and nothing is started (MON-SENT)", async () => {
  const { code, answer } = await started(995);
  expect(answer).toMatchObject({
    problems: expect.arrayContaining([{ path: "amount", message: expect.anything() }]),
  });
  await expect(stage.attempt(code)).rejects.toThrow("nothing was started");
});
