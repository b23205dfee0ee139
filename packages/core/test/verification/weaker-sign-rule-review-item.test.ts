import { expect, test } from "vitest";
import type { HttpReply } from "../../src/entries/protocol.ts";
import type { ReviewItem } from "../../src/entries/store.ts";
import type { Options } from "../../src/index.ts";
import type { NotificationFact } from "../../src/payment/fact.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const key = "sandbox-hosted-key";
const all = ["received", "received-attach", "received-zero", "received-attach-zero", "nine"] as const;

async function factOf(shop: TestShop, reference = "order-1"): Promise<NotificationFact> {
  const { attempts } = await shop.store.load({ tenant: "default", reference }, { newest: 10 });
  const fact = attempts.flatMap(({ facts }) => facts).find(({ source }) => source === "notification");
  return fact as NotificationFact;
}

const weakerItems = async (shop: TestShop, reference = "order-1"): Promise<ReviewItem[]> =>
  (await shop.gateway.status({ reference })).reviewItems.filter(({ kind }) => kind === "weaker-signature");

/** A shop that knows, by an earlier payment, that its gateway signs the value 0. */
async function knowing(more: Partial<Options> = {}): Promise<TestShop> {
  const shop = await startPayment(new TestShop(more), hostedSaleInput("order-0"));
  const earlier = signFields({ ...notificationFields(shop.lastForm), enabled: "0" }, key, "");
  expect((await shop.post(earlier)).body).toBe("OK");
  await shop.gateway.start(hostedSaleInput());
  return shop;
}

/** A success that verifies only under rules that leave a 0 unsigned. */
function weak(shop: TestShop): Promise<HttpReply> {
  return shop.post({ ...signFields(notificationFields(shop.lastForm)), enabled: "0" });
}

test("a weaker rule after a stronger one is answered OK and pays, and staff get one item (NSIG-WEAKER)", async () => {
  const shop = await knowing();
  expect(await weak(shop)).toMatchObject({ status: 200, body: "OK" });
  expect(await weak(shop)).toMatchObject({ status: 200, body: "OK" });
  expect(await shop.state()).toBe("paid");
  expect(await factOf(shop)).toMatchObject({ rule: "received", weaker: true, unsigned: ["enabled"] });
  const [item, ...more] = await weakerItems(shop);
  expect(more).toEqual([]);
  expect(item?.problem?.message).toMatch(/rule received only.*Not signed: enabled\./);
});

test("two tenants can have gateways with the same merchant id, and each has its own strength (NSIG-WEAKER)", async () => {
  const merchants = [
    { id: "10002", key },
    { id: "10002", key: "the key of the north", tenant: "north" },
  ];
  const shop = await knowing({ merchants });
  await shop.gateway.start({ ...hostedSaleInput("order-north"), merchantTenant: "north" });
  const fields = notificationFields(shop.lastForm);
  await shop.post({ ...signFields(fields, "the key of the north"), enabled: "0" });
  const { rule, weaker } = await factOf(shop, "order-north");
  expect({ rule, weaker }).toEqual({ rule: "received", weaker: undefined });
  expect(await weakerItems(shop, "order-north")).toEqual([]);
});

test("a weaker rule before any stronger one opens no item, and its unsigned field counts (NSIG-WEAKER)", async () => {
  const shop = await startPayment();
  await weak(shop);
  expect(await factOf(shop)).toMatchObject({ enabled: "0", unsigned: ["enabled"] });
  expect(await shop.itemKinds()).toEqual([]);
});

test.each<[string, Partial<Options>, number]>([
  ["another process on the same store detects the weaker rule", {}, 1],
  ["each merchant has its own strength", { merchants: [{ id: "20002", key }] }, 0],
  [
    "a shop whose signRules omit the stronger rules accepts it",
    { signRules: ["received", "received-attach"] },
    0,
  ],
])("%s (NSIG-WEAKER)", async (_, options, count) => {
  const { store } = await knowing();
  const other = new TestShop(options, store);
  await other.gateway.start(hostedSaleInput("order-2"));
  await weak(other);
  expect(await weakerItems(other, "order-2")).toHaveLength(count);
});

const cycle = { payment_period_count: "1", payment_transaction_id: "M1" };

test("the rule of nine fields is weaker than all others if it is allowed (NSIG-NINE, NSIG-WEAKER, ITEM-WEAKER)", async () => {
  const shop = new TestShop({ signRules: [...all] });
  const start = (reference: string) => shop.gateway.start({ ...minimalSales.subscription, reference });
  await start("order-0");
  await shop.notify(cycle);
  await start("order-1");
  await shop.post({ ...signFields(notificationFields(shop.lastForm)), ...cycle });
  expect(await shop.state()).toBe("paid");
  expect(await weakerItems(shop)).toHaveLength(1);
  expect(await factOf(shop)).toMatchObject({ rule: "nine", unsigned: Object.keys(cycle).toReversed() });
  await start("order-2");
  await shop.notify(cycle);
  expect(await weakerItems(shop, "order-2")).toEqual([]);
});

test("an unsigned enabled=0 does not close a subscription whose gateway signs that field (NSIG-WEAKER)", async () => {
  const shop = await knowing();
  await shop.gateway.start({ ...minimalSales.subscription, reference: "order-2" });
  await shop.post({ ...signFields({ ...notificationFields(shop.lastForm), ...cycle }), enabled: "0" });
  const { attempts } = await shop.gateway.status({ reference: "order-2" });
  expect(attempts).toMatchObject([{ state: "paid", subscription: { state: "active" } }]);
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await weakerItems(shop, "order-2")).toHaveLength(1);
});

test("a notification is answered 503 if the store cannot read or write the strength (ENG-COMMIT)", async () => {
  const shop = await knowing();
  shop.store.signStrength = () => Promise.reject(new Error("away"));
  expect(await weak(shop)).toMatchObject({ status: 503, body: "later" });
});
