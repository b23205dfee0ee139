import { afterAll, beforeAll, expect, test } from "vitest";
import { checkOptions } from "../src/options.ts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { SubscriptionTestShop } from "./shop/subscriptions/subscription-test-shop.mts";

let shop: SubscriptionTestShop;
beforeAll(async () => {
  shop = await SubscriptionTestShop.open(await createSqljsDatabase());
}, 120_000);
afterAll(() => shop?.stage.close());

test("without the options, the Shop API has no such mutation, and staff read which option to set", async () => {
  const { buyer, code, attemptId } = await shop.subscribed(await shop.onPlan("tea"));
  const own = "mutation ($code: String!) { cancelPayIndexSubscription(orderCode: $code) { outcome } }";
  const unknown = "mutation ($code: String!) { cancelNothing(orderCode: $code) { outcome } }";
  const answerTo = async (query: string) => {
    const [{ message }] = (await buyer.raw(query, { code })).errors;
    return message.replace(/"\w+"/, "NAME").replace(/ Did you mean.*/, "");
  };
  expect(await answerTo(own)).toBe(await answerTo(unknown));
  const { id } = await shop.orderOf(code);
  const ask = shop.staff.ask(
    "mutation ($id: ID!, $attemptId: String!) { cancelPayIndexSubscription(orderId: $id, attemptId: $attemptId) { outcome } }",
    { id: String(id), attemptId },
  );
  await expect(ask).rejects.toThrow("set the option operations.cancelSubscription");
  expect((await shop.standing(code)).subscription.state).toBe("active");
});

test("buyers cannot get a permission that the shop itself does not have", () => {
  const options = {
    gateway: "https://gateway.example",
    publicUrl: "https://shop.example/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    orderPage: () => "/",
    buyersMayCancel: true,
  };
  expect(() => checkOptions(options)).toThrow(
    "buyersMayCancel: needs the option operations.cancelSubscription",
  );
  expect(() => checkOptions({ ...options, operations: { cancelSubscription: {} } })).not.toThrow();
});
