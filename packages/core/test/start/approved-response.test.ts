import { expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const approved = () => Response.json({ status: 0, msg: "transaction success" });

async function approvedShop(): Promise<TestShop> {
  const shop = new TestShop({ immediateSuccess: "paid" });
  shop.answer = approved();
  return shop;
}

async function startedWith(shop: TestShop) {
  const started = await shop.gateway.start(hostedSaleInput());
  await shop.gateway.sweep();
  return started;
}

test("an approval pays and places the order, and the buyer goes to the order page (RES-APPROVED)", async () => {
  const shop = await approvedShop();
  const started = await startedWith(shop);
  expect(started.state).toBe("paid");
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(attempts[0]?.timeline.at(-1)?.text ?? "").toBe(
    "The gateway approved the payment. The shop's option immediateSuccess makes this paid. The gateway's text: transaction success",
  );
});

test("by default, an approval pays nothing until its notification arrives (RES-APPROVED)", async () => {
  const shop = new TestShop();
  shop.answer = approved();
  await startedWith(shop);
  expect(await shop.state()).toBe("approved");
  expect(shop.placed).toEqual([]);
});

test("a declined sale pays nothing", async () => {
  const shop = await approvedShop();
  shop.answer = Response.json({ status: 2, msg: "transaction failed" });
  await startedWith(shop);
  expect(await shop.state()).toBe("failed");
});

test("the notification of an approval that paid adds nothing, and is not a second payment", async () => {
  const shop = await approvedShop();
  await startedWith(shop);
  expect((await shop.notify()).body).toBe("OK");
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.placed).toHaveLength(1);
});

test("a notification that contradicts an approval that paid opens a review item and un-pays nothing", async () => {
  const shop = await approvedShop();
  await startedWith(shop);
  await shop.notify({ returncode: "2" });
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual(["contradictory-results"]);
});

test("a notification with another amount opens a review item and un-pays nothing", async () => {
  const shop = await approvedShop();
  await startedWith(shop);
  await shop.notify({ true_amount: "0.01" });
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
});

test("an attempt that an approval paid stays paid after the option changes", async () => {
  const shop = await approvedShop();
  await startedWith(shop);
  const later = new TestShop({}, shop.store);
  await later.notify({ returncode: "2" }, shop.lastForm);
  expect(await later.state()).toBe("paid");
});
