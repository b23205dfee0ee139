import { ChannelService } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { createContext } from "./shop/catalog-and-orders.mts";
import { merchantsOfTwoChannels, northId, openTestShop, type TestShop } from "./shop/test-shop.mts";

// One order in two channels is one payment, and a channel is known by its id (ENG-SPAN), on a real Vendure.

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({
    place: await createSqljsDatabase(),
    channels: ["north"],
    plugin: { merchants: merchantsOfTwoChannels, attemptsPerHour: 3 },
  });
}, 120_000);
afterAll(() => shop?.close());

const everyChannel: Record<string, string>[] = [{}, { "vendure-token": "north" }];
const attemptsOf = async (code: string) =>
  (await shop.status(code)).attempts.map(({ number, merchantTenant, state }) => [
    number,
    merchantTenant,
    state,
  ]);

async function declineOnce(code: string): Promise<void> {
  const attemptId = await shop.attempt(code);
  await shop.control.resolve(attemptId, { outcome: "failed" });
  await shop.control.nextDelivery(attemptId);
}

test("two-channels: attempts of one order in two channels are one payment with one state and one numbering (D4)", async () => {
  const { buyer, code, orderId } = await shop.startOrder({ channel: "north" });
  await declineOnce(code);
  for (const channel of ["default", "north"]) {
    buyer.visits(channel);
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
    if (channel === "default") await declineOnce(code);
  }
  expect(await shop.paid(code)).toBe("200 OK");
  expect(await attemptsOf(code)).toEqual([
    [1, northId, "failed"],
    [2, "default", "failed"],
    [3, northId, "paid"],
  ]);
  expect(await shop.status(code)).toMatchObject({ state: "paid", attemptCount: 3, reviewItems: [] });
  for (const headers of everyChannel) {
    const { payment } = await shop.staff.desk(`orders/${orderId}`, undefined, headers);
    expect(payment).toMatchObject({
      state: "paid",
      attempts: [
        { number: 1, state: "failed", merchant: "north" },
        { number: 2, state: "failed", merchant: "Default channel" },
        { number: 3, state: "paid", merchant: "north" },
      ],
    });
  }
});

test("two-channels-review: money under review in one channel prevents a charge in another one (D4)", async () => {
  const { buyer, code, attemptId } = await shop.payOrder({
    channel: "north",
    faults: [{ kind: "wrong_amount", trueAmount: "1.00" }],
  });
  buyer.visits("default");
  expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REVIEW", attemptId });
  expect(await attemptsOf(code)).toEqual([[1, northId, "review"]]);
  for (const headers of everyChannel) {
    const { items } = await shop.staff.desk("review-items", undefined, headers);
    expect(items).toMatchObject([{ attemptId, order: { name: code } }]);
    expect(await shop.staff.desk("review-items/count", undefined, headers)).toMatchObject({ count: 1 });
  }
});

test("two-channels-limit: a buyer cannot start more attempts than the limit by switching the channel, and reads when the next one can start (D4, M4, ENG-LIMIT)", async () => {
  const { buyer, code } = await shop.startOrder({ channel: "north" });
  await declineOnce(code);
  for (const channel of ["default", "north"]) {
    buyer.visits(channel);
    await buyer.start({ method: "hosted" });
    await declineOnce(code);
  }
  const start = `mutation { startPayIndexPayment(input: { method: "hosted" }) { __typename
    ... on PayIndexTooManyAttemptsError { retryAt } ... on ErrorResult { errorCode message } } }`;
  for (const channel of ["default", "north"]) {
    buyer.visits(channel);
    const { retryAt, ...refusal } = await buyer.ask(start);
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
  buyer.says({ languageCode: "zh" });
  expect((await buyer.ask(start)).message).toBe("此订单的付款尝试次数过多。未扣款，请稍后再试。");
  expect((await shop.status(code)).attemptCount).toBe(3);
});

test("renamed-channel: a channel that staff rename keeps its payments, its merchant and its guard (D5)", async () => {
  const buyer = shop.buyer({}, "north");
  const code = await buyer.isReadyToPay(await shop.tea("north"));
  const started = await buyer.start({ method: "hosted" });
  const channels = shop.app.get(ChannelService);
  const ctx = await createContext(shop.app);
  await channels.update(ctx, { id: northId, code: "arctic" });
  expect(await buyer.start({ method: "hosted" })).toEqual(started);
  const standing = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
  expect(await buyer.ask(standing, { code })).toEqual({ state: "PENDING", placed: false });
  expect(await shop.paid(code)).toBe("200 OK");
  expect(await buyer.ask(standing, { code })).toEqual({ state: "PAID", placed: true });
  await channels.update(ctx, { id: northId, code: "north" });
});
