import { afterEach, describe, expect, test, vi } from "vitest";
import { signFields } from "../../express/test/signed-notification.ts";
import { closeShops, hostedSaleInput, type ShopSetup, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const operations = { disputeWebhook: {} };

function disputeFields(shop: TestShop, changed: Record<string, string> = {}): Record<string, string> {
  return {
    memberid: "10002",
    orderid: shop.gateway.lastForm.get("pay_orderid") ?? "",
    transaction_id: "202603010001",
    amount: "19.99",
    refund_amount: "19.99",
    alert_type: "Chargebacks",
    alert_status: "00",
    ...changed,
  };
}

async function webhookPath(shop: TestShop): Promise<string> {
  const [webhook] = await shop.pay.disputeWebhooks();
  return new URL(webhook?.url ?? "").pathname;
}

/** A shop with a dispute webhook, and a paid order. */
async function paidShop({ options, ...setup }: ShopSetup = {}): Promise<TestShop> {
  const shop = await TestShop.open({ ...setup, options: { operations, ...options } });
  await shop.start();
  await shop.notify();
  return shop;
}

async function post(shop: TestShop, body: Record<string, string>, headers: Record<string, string> = {}) {
  const reply = await shop.send(await webhookPath(shop), { body, headers });
  return `${reply.status} ${reply.body}`;
}

describe.each([4, 5] as const)("a chargeback on Express %i", (release) => {
  test.each(["none", "both", "json"] as const)("is received behind the body parsers %s", async (parser) => {
    const shop = await paidShop({ release, parser });
    expect(await post(shop, signFields(disputeFields(shop)))).toBe("200 OK");
    expect(await shop.itemKinds()).toEqual(["dispute"]);
    expect(await shop.state()).toBe("paid");
  });
});

describe("a refused message (DSP-RECEIVE)", () => {
  test("from a sender that notifyFrom does not contain", async () => {
    const shop = await paidShop({ options: { notifyFrom: { addresses: ["203.0.113.7"], proxies: 1 } } });
    const headers = { "x-forwarded-for": "203.0.113.8" };
    expect(await post(shop, signFields(disputeFields(shop)), headers)).toBe("403 sender");
  });

  test("at another address, with another method, and with a body that is too large", async () => {
    const shop = await paidShop();
    const path = await webhookPath(shop);
    const body = signFields(disputeFields(shop));
    for (const [to, sent, answer] of [
      [path.replace(/[^/]+$/, "0".repeat(26)), { body }, "404 unknown"],
      [path.replace("/10002/", "/10001/"), { body }, "404 unknown"],
      [path.replace("/default/", "/%E0%A4%A/"), { body }, "404 unknown"],
      [`${path}/more`, { body }, "404 unknown"],
      [path, {}, "405 method"],
      [path, { body: "x".repeat(70_000) }, "413 large"],
    ] as const) {
      const reply = await shop.send(to, sent);
      expect(`${reply.status} ${reply.body}`).toBe(answer);
    }
    expect(await shop.itemKinds()).toEqual([]);
  });
});

test("the event ready has the address of each merchant, also for a tenant with a blank in its name", async () => {
  const merchants = [{ id: "10002", key: "sandbox-hosted-key", tenant: "north west" }];
  const shop = await TestShop.open({ options: { operations, merchants } });
  const [webhook] = await shop.pay.disputeWebhooks();
  await vi.waitFor(() => expect(shop.events).toMatchObject([{ event: "ready", disputeWebhooks: [webhook] }]));
  await shop.start({ ...hostedSaleInput(), tenant: "north west" });
  expect(webhook?.url).toContain("/pay/dispute/north%20west/10002/");
  expect(await post(shop, signFields(disputeFields(shop)))).toBe("200 OK");
});
