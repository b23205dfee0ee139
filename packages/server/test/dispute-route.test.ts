import { afterEach, describe, expect, test, vi } from "vitest";
import type { DisputeContext } from "../../express/src/index.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import { signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type ShopSetup, TestShop } from "../../express/test/test-shop.ts";

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

test("a chargeback is reported to onDispute exactly once, in a transaction of the shop", async () => {
  const disputes: string[] = [];
  let calls = 0;
  const onDispute = ({ payment, dispute, cycle, key, tx }: DisputeContext<MemoryTx>) => {
    calls++;
    tx.write(() => disputes.push(`${payment.reference} ${dispute.type} ${cycle} ${key.length > 0}`));
    if (calls === 1) throw new Error("the mail server is away");
  };
  const shop = await paidShop({ options: { onDispute } });
  expect(await post(shop, signFields(disputeFields(shop)))).toBe("200 OK");
  await vi.waitFor(() => expect(shop.events.map(({ event }) => event)).toContain("job-postponed"));
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(Date.now() + 11_000);
    await shop.pay.sweep();
  } finally {
    vi.useRealTimers();
  }
  expect(await post(shop, signFields(disputeFields(shop)))).toBe("200 OK");
  await shop.pay.sweep();
  expect([disputes, calls]).toEqual([["order-1 chargeback undefined true"], 2]);
});

describe("a refused message (DSP-RECEIVE)", () => {
  test.each<[string, string, (shop: TestShop) => Record<string, string>]>([
    ["without a sign", "401 unsigned", (shop) => disputeFields(shop)],
    ["with another key", "401 mismatch", (shop) => signFields(disputeFields(shop), "guess")],
    ["of another merchant", "403 foreign", (shop) => signFields(disputeFields(shop, { memberid: "10001" }))],
    [
      "of an unknown order",
      "404 unknown",
      (shop) => signFields(disputeFields(shop, { orderid: "0".repeat(20) })),
    ],
  ])("%s", async (...[, reply, fields]) => {
    const shop = await paidShop();
    expect(await post(shop, fields(shop))).toBe(reply);
    expect(shop.refusals).toEqual([reply.split(" ")[1]]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("without a type: it is stored for staff", async () => {
    const shop = await paidShop();
    expect(await post(shop, signFields(disputeFields(shop, { alert_type: "" })))).toBe("400 malformed");
    expect(shop.refusals).toEqual(["malformed"]);
    expect(await shop.itemKinds()).toEqual(["not-verified"]);
  });

  test("from a sender that notifyFrom does not contain", async () => {
    const shop = await paidShop({ options: { notifyFrom: { addresses: ["203.0.113.7"], proxies: 1 } } });
    const headers = { "x-forwarded-for": "203.0.113.8" };
    expect(await post(shop, signFields(disputeFields(shop)), headers)).toBe("403 sender");
  });

  test("at another address, with another method, and with a body that is too large", async () => {
    const shop = await paidShop();
    const path = await webhookPath(shop);
    const body = signFields(disputeFields(shop));
    const answers = await Promise.all([
      shop.send(path.replace(/[^/]+$/, "0".repeat(26)), { body }),
      shop.send(path.replace("/10002/", "/10001/"), { body }),
      shop.send(path.replace("/default/", "/%E0%A4%A/"), { body }),
      shop.send(`${path}/more`, { body }),
      shop.send(path),
      shop.send(path, { body: "x".repeat(70_000) }),
    ]);
    expect(answers.map(({ status, body: text }) => `${status} ${text}`)).toEqual([
      "404 unknown",
      "404 unknown",
      "404 unknown",
      "404 unknown",
      "405 method",
      "413 large",
    ]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("while the store is unavailable is accepted when it comes again", async () => {
    const shop = await paidShop();
    const path = await webhookPath(shop);
    const body = signFields(disputeFields(shop));
    shop.store.down = true;
    expect(await shop.send(path, { body })).toMatchObject({ status: 503, body: "later" });
    shop.store.down = false;
    expect(await shop.send(path, { body })).toMatchObject({ status: 200, body: "OK" });
    expect(await shop.itemKinds()).toEqual(["dispute"]);
  });
});

test("the event ready has the address of each merchant, also for a tenant with a blank in its name", async () => {
  const merchants = [{ id: "10002", key: "sandbox-hosted-key", tenant: "north west" }];
  const shop = await TestShop.open({ options: { operations, merchants } });
  const [webhook] = await shop.pay.disputeWebhooks();
  await vi.waitFor(() => expect(shop.events).toMatchObject([{ event: "ready", disputeWebhooks: [webhook] }]));
  await shop.pay.start({
    reference: "order-1",
    tenant: "north west",
    variant: "hosted",
    amount: { minor: 1999, currency: "USD" },
    buyer: {
      firstName: "A",
      lastName: "B",
      email: "a@b.example",
      phone: "1",
      country: "GB",
      ip: "203.0.113.7",
      userAgent: "x",
    },
  });
  expect(webhook?.url).toContain("/pay/dispute/north%20west/10002/");
  expect(await post(shop, signFields(disputeFields(shop)))).toBe("200 OK");
});

test("without the option, the address answers as any unknown address (DSP-ADDRESS)", async () => {
  const shop = await paidShop();
  const path = await webhookPath(shop);
  const without = await TestShop.open();
  expect(await without.pay.disputeWebhooks()).toEqual([]);
  const answers = await Promise.all([
    without.send(path, { body: signFields(disputeFields(shop)) }),
    without.send(path),
    without.send("/pay/nowhere", { body: "x=1" }),
    without.send("/pay/nowhere"),
  ]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(["404 unknown"]));
  expect(without.refusals).toEqual([]);
});
