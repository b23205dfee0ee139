import { expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const approved = () => Response.json({ status: 0, msg: "transaction success" });

async function startedShop(answer = approved(), immediateSuccess: "paid" | "await-notification" = "paid") {
  const shop = new TestShop({ immediateSuccess });
  shop.answer = answer;
  const started = await shop.gateway.start(hostedSaleInput());
  await shop.gateway.sweep();
  return { shop, started };
}

test("an approval pays and places the order, and the buyer goes to the order page (RES-APPROVED)", async () => {
  const { shop, started } = await startedShop();
  expect(started.state).toBe("paid");
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(attempts[0]?.timeline.at(-1)?.text ?? "").toBe(
    "The gateway approved the payment. The shop's option immediateSuccess makes this paid. The gateway's text: transaction success",
  );
});

test("by default, an approval pays nothing until its notification arrives (RES-APPROVED)", async () => {
  const { shop } = await startedShop(approved(), "await-notification");
  expect(await shop.state()).toBe("approved");
  expect(shop.placed).toEqual([]);
});

test("a declined sale pays nothing", async () => {
  const { shop } = await startedShop(Response.json({ status: 2, msg: "transaction failed" }));
  expect(await shop.state()).toBe("failed");
});

test("the notification of an approval that paid adds nothing, and is not a second payment", async () => {
  const { shop } = await startedShop();
  expect((await shop.notify()).body).toBe("OK");
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.placed).toHaveLength(1);
});

test.each([
  [{ returncode: "2" }, "contradictory-results"],
  [{ true_amount: "0.01" }, "amount-mismatch"],
])(
  "a notification with %j after an approval that paid opens a review item and un-pays nothing",
  async (fields, item) => {
    const { shop } = await startedShop();
    await shop.notify(fields);
    expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", [item]]);
  },
);

test("an attempt that an approval paid stays paid after the option changes", async () => {
  const { shop } = await startedShop();
  const later = new TestShop({}, shop.store);
  await later.notify({ returncode: "2" }, shop.lastForm);
  expect(await later.state()).toBe("paid");
});
