import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { openItem, resolve, retry } from "../fixtures/staff.ts";
import { notificationFields, signFields, type TestShop } from "../fixtures/test-shop.ts";
import {
  disputedShop,
  disputeFields,
  paidShop,
  postDispute,
  postSignedDispute,
  webhookPath,
} from "./dispute-shop.ts";

const attemptIdOf = (shop: TestShop) => shop.lastForm.get("pay_orderid") ?? "";

describe("a chargeback of a paid order (DSP-RECEIVE, DSP-ITEM)", () => {
  test("is acknowledged, opens a review item, is reported to the shop, and leaves the order paid", async () => {
    const shop = await paidShop();
    expect(await postSignedDispute(shop)).toMatchObject({ status: 200, body: "OK" });
    const { state, attempts, reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(state).toBe("paid");
    expect(reviewItems).toMatchObject([
      { kind: "dispute", problem: { code: "chargeback", message: expect.stringContaining("202603010001") } },
    ]);
    expect(attempts[0]?.timeline.at(-1)?.text).toBe(
      "The gateway reported a chargeback of transaction 202603010001 (status 00).",
    );
    const dispute = { type: "chargeback", result: "succeeded", refundAmount: "19.99", receivedAt: shop.now };
    const payment = { reference: "order-1", transactionId: "202603010001" };
    expect(shop.disputes).toMatchObject([{ payment, cycle: undefined, orderId: "shop-order-1", dispute }]);
    expect(shop.events).toContainEqual(
      expect.objectContaining({ event: "dispute-received", type: "chargeback", isRepeated: false }),
    );
  });

  test("stores neither alert_content, which can name the buyer, nor a card number in another text", async () => {
    const shop = await paidShop();
    await postSignedDispute(shop, { alert_content: "Ada Lovelace", alert_type: "Void 4242 4242 4242 4242" });
    const attempt = await shop.store.findAttempt(attemptIdOf(shop));
    const items = await shop.store.listReviewItems(10);
    const stored = JSON.stringify([attempt, shop.disputes, shop.events, items]);
    expect(stored).not.toMatch(/Lovelace|4242 4242/);
    expect(stored).toContain("Void [digits]");
  });
});

test("each type of a transaction has an item of its own, for all messages about it, and the shop gets each (DSP-ITEM)", async () => {
  const shop = await paidShop();
  for (const alert_type of ["Ethoca", "Chargebacks", "Void", "Cancel"])
    await postSignedDispute(shop, { alert_type });
  await postSignedDispute(shop, { alert_datetime: "2026-03-06 10:00:00" });
  expect(await shop.itemKinds()).toEqual(["dispute", "dispute", "dispute", "dispute"]);
  expect(shop.disputes).toHaveLength(5);
});

test("an operator resolves a dispute with a refund, which the shop adds to the order", async () => {
  const shop = await paidShop();
  await postSignedDispute(shop);
  await resolve(shop, "record-refund", {
    kind: "dispute",
    refund: { amount: money(1999, "USD"), reference: "CB-1" },
  });
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.syncedRefunds).toEqual([["shop-order-1", ["CB-1"]]]);
});

test("a dispute is not reported to a shop without the function", async () => {
  const shop = await disputedShop({}, true);
  await postSignedDispute(shop);
  expect(await shop.itemKinds()).toEqual(["dispute"]);
});

describe("a refused message (DSP-SIGN, DSP-RECEIVE)", () => {
  const merchants = [
    { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] },
    { id: "10009", key: "sandbox-other-key", variants: ["link" as const] },
  ];

  test("is an event that names the webhook, without a text of the message", async () => {
    const shop = await paidShop({ merchants });
    expect(await postDispute(shop, disputeFields(shop))).toMatchObject({ status: 401, body: "unsigned" });
    const event = shop.events.find((each) => each.event === "notification-refused");
    expect(event).toMatchObject({ code: "unsigned", message: expect.stringMatching(/dispute webhook/i) });
    expect(JSON.stringify(event)).not.toContain("Goods not received");
  });

  test("that another merchant of the shop signs for an order that is not its own is refused with foreign", async () => {
    const shop = await paidShop({ merchants });
    const other = (await shop.gateway.disputeWebhooks()).find(({ merchantId }) => merchantId === "10009");
    const fields = signFields(disputeFields(shop, { memberid: "10009" }), "sandbox-other-key");
    const token = other?.url.split("/").at(-1) ?? "";
    const address = { merchantId: "10009", token };
    expect(await postDispute(shop, fields, address)).toMatchObject({ status: 403, body: "foreign" });
    const query = disputeFields(shop, { memberid: "10009", alert_type: "", trade_state: "SUCCESS" });
    const signed = signFields(query, "sandbox-other-key");
    expect((await postDispute(shop, signed, address)).body).toBe("malformed");
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("about an order of another tenant with the same merchant ID and another key is refused with foreign", async () => {
    const shop = await shopOfTwoTenants("sandbox-other-key");
    expect(await postSignedDispute(shop, {})).toMatchObject({ status: 403, body: "foreign" });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("of a merchant who left the options is answered with 503", async () => {
    let merchants = [{ id: "10002", key: "sandbox-hosted-key" }];
    const shop = await disputedShop({ merchants: () => merchants });
    const [webhook] = await shop.gateway.disputeWebhooks({ tenants: ["default"] });
    merchants = [];
    shop.pass(60);
    const token = webhook?.url.split("/").at(-1) ?? "";
    const request = { tenant: "default", merchantId: "10002", token };
    expect(await postDispute(shop, signFields(disputeFields(shop)), request)).toMatchObject({ status: 503 });
  });
});

describe("a signed message of another type at the webhook (MSG-TYPE)", () => {
  const query = { alert_type: "", trade_state: "SUCCESS", alert_content: "Lovelace" };

  test("is refused, and stored for staff as that with the attempt that it names, without a text that can name the buyer", async () => {
    const shop = await paidShop();
    for (let times = 0; times < 2; times++)
      expect(await postSignedDispute(shop, query)).toMatchObject({ status: 400, body: "malformed" });
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems).toMatchObject([
      {
        kind: "not-verified",
        problem: { message: expect.stringContaining("arrived at the dispute webhook") },
      },
    ]);
    const attempt = await shop.store.findAttempt(attemptIdOf(shop));
    expect(attempt?.quarantine).toMatchObject([{ code: "malformed", webhook: true }]);
    expect(JSON.stringify(attempt)).not.toContain("Lovelace");
    expect(shop.disputes).toEqual([]);
  });

  test("that is a payment notification pays nothing, also when its item is retried, until it arrives at its own address", async () => {
    const shop = await disputedShop();
    const fields = signFields(notificationFields(shop.lastForm));
    expect((await postDispute(shop, fields)).body).toBe("malformed");
    expect((await openItem(shop)).problem.message).toContain(
      "It is a payment notification, not a message of the dispute webhook.",
    );
    await shop.gateway.sweep();
    await retry(shop);
    expect(await shop.state()).toBe("pending");
    await shop.notify();
    expect(await shop.state()).toBe("paid");
    expect(await shop.itemKinds()).toEqual(["not-verified"]);
  });
});

test("only requests with a wrong token count for the limit of failed requests (REP-LIMIT)", async () => {
  const shop = await paidShop({ failedNotificationLimit: 1 });
  const sender = { address: "203.0.113.9", isPermitted: true };
  const unknown = signFields(disputeFields(shop, { orderid: "00000000000000000000" }));
  for (let times = 0; times < 3; times++)
    expect((await postDispute(shop, unknown, { sender })).body).toBe("unknown");
  const bodies: string[] = [];
  for (let times = 0; times < 3; times++)
    bodies.push((await postDispute(shop, unknown, { sender, token: "0".repeat(26) })).body);
  expect(bodies).toEqual(["unknown", "limited", "limited"]);
});

/** The first webhook is that of the tenant `north`. The order belongs to the default tenant. */
async function shopOfTwoTenants(defaultKey: string): Promise<TestShop> {
  const north = { id: "10002", key: "sandbox-hosted-key", tenant: "north" };
  const shop = await disputedShop({ merchants: [north, { id: "10002", key: defaultKey }] });
  expect(await webhookPath(shop)).toMatchObject({ tenant: "north" });
  return shop;
}

test("several tenants can use one merchant, which has one address at the gateway (DSP-RECEIVE)", async () => {
  const shop = await shopOfTwoTenants("sandbox-hosted-key");
  expect((await postSignedDispute(shop)).body).toBe("OK");
  expect(await shop.itemKinds()).toEqual(["dispute"]);
});
