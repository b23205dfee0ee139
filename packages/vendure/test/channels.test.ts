import { PayIndexService, type Variant } from "@pay-index/vendure";
import { ChannelService, OrderService } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannels } from "./conformance/channels.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { createContext, sellProduct } from "./shop/catalog-and-orders.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// One order in two channels is one payment, and a channel is known by its id (ENG-SPAN), on a real Vendure.

/** The id of the first channel that a fresh database gets beside the default one. */
const north = "2";

let stage: TestShop;
let tea: string;
beforeAll(async () => {
  const hosted = { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] as Variant[] };
  const merchants = [hosted, { ...hosted, tenant: north }];
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: { merchants, attemptsPerHour: 3 },
  });
  await createChannels(stage.app, [{ id: "1", key: "k", tenant: "north" }]);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999, channel: "north" });
}, 120_000);
afterAll(() => stage?.close());

const statusOf = (reference: string) => stage.app.get(PayIndexService).gateway.status({ reference });
const attemptsOf = async (code: string) =>
  (await statusOf(code)).attempts.map(({ number, merchantTenant, state }) => [number, merchantTenant, state]);

async function declineOnce(code: string): Promise<void> {
  const attemptId = await stage.attempt(code);
  await stage.control.resolve(attemptId, { outcome: "failed" });
  await stage.control.nextDelivery(attemptId);
}

/** In the channel north. Each order is in the default channel as well. */
async function openOrderReadyToPay() {
  const buyer = stage.buyer({}, "north");
  const code = await buyer.isReadyToPay(tea);
  return { buyer, code };
}

test("two-channels: attempts of one order in two channels are one payment with one state and one numbering (D4)", async () => {
  const { buyer, code } = await openOrderReadyToPay();
  for (const channel of ["north", "default"]) {
    buyer.visits(channel);
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
    await declineOnce(code);
  }
  buyer.visits("north");
  await buyer.start({ method: "hosted" });
  expect(await stage.paid(code)).toBe("200 OK");
  expect(await attemptsOf(code)).toEqual([
    [1, north, "failed"],
    [2, "default", "failed"],
    [3, north, "paid"],
  ]);
  expect(await statusOf(code)).toMatchObject({ state: "paid", attemptCount: 3, reviewItems: [] });
  const staff = await StaffMember.signIn(stage.origin);
  const ctx = await createContext(stage.app);
  const order = await stage.app.get(OrderService).findOneByCode(ctx, code);
  const paymentQuery =
    "query ($id: ID!) { payIndexPayment(orderId: $id) { state attempts { number state channelCode } } }";
  for (const headers of [{}, { "vendure-token": "north" }])
    expect(await staff.ask(paymentQuery, { id: String(order?.id) }, headers)).toEqual({
      state: "PAID",
      attempts: [
        { number: 1, state: "FAILED", channelCode: "north" },
        { number: 2, state: "FAILED", channelCode: "__default_channel__" },
        { number: 3, state: "PAID", channelCode: "north" },
      ],
    });
});

test("two-channels-review: money under review in one channel prevents a charge in another one (D4)", async () => {
  const { buyer, code } = await openOrderReadyToPay();
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, [
    { kind: "wrong_amount", trueAmount: "1.00" },
  ]);
  await stage.paid(code);
  buyer.visits("default");
  expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REVIEW", attemptId });
  expect(await attemptsOf(code)).toEqual([[1, north, "review"]]);
  const staff = await StaffMember.signIn(stage.origin);
  const items = "query { payIndexReviewItems { items { orderCode } } }";
  for (const headers of [{}, { "vendure-token": "north" }])
    expect(await staff.ask(items, {}, headers)).toEqual({ items: [{ orderCode: code }] });
});

test("two-channels-limit: a buyer cannot start more attempts than the limit by switching the channel (D4, ENG-LIMIT)", async () => {
  const { buyer, code } = await openOrderReadyToPay();
  for (const channel of ["north", "default", "north"]) {
    buyer.visits(channel);
    await buyer.start({ method: "hosted" });
    await declineOnce(code);
  }
  for (const channel of ["default", "north"]) {
    buyer.visits(channel);
    expect(await buyer.start({ method: "hosted" })).toMatchObject({
      __typename: "PayIndexTooManyAttemptsError",
    });
  }
});

test("renamed-channel: a channel that staff rename keeps its payments, its merchant and its guard (D5)", async () => {
  const { buyer, code } = await openOrderReadyToPay();
  const started = await buyer.start({ method: "hosted" });
  const channels = stage.app.get(ChannelService);
  const ctx = await createContext(stage.app);
  await channels.update(ctx, { id: north, code: "arctic" });
  expect(await buyer.start({ method: "hosted" })).toEqual(started);
  const standing = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
  expect(await buyer.ask(standing, { code })).toEqual({ state: "PENDING", placed: false });
  expect(await stage.paid(code)).toBe("200 OK");
  expect(await buyer.ask(standing, { code })).toEqual({ state: "PAID", placed: true });
  await channels.update(ctx, { id: north, code: "north" });
});
