import { expect, test } from "vitest";
import { hosted, TestShop } from "./test-shop.ts";

async function started() {
  const shop = new TestShop();
  const { orderNumber } = await shop.gateway.start(hosted());
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).items;
  return { shop, orderNumber, items };
}

test("a refund that the shop was asked for is an item for staff, once for each mark", async () => {
  const { shop, orderNumber, items } = await started();
  const evidence = "The shop was asked to give back 5.00 USD.";
  await shop.gateway.refundDue({ orderNumber, mark: "ref_1", evidence });
  await shop.gateway.refundDue({ orderNumber, mark: "ref_1", evidence });
  await shop.gateway.refundDue({ orderNumber, mark: "ref_2", evidence: "And 1.00 USD." });
  expect(await items()).toMatchObject([
    { kind: "refund-due", status: "parked", problem: { code: "refund_due", message: evidence } },
    { kind: "refund-due", status: "parked", problem: { message: "And 1.00 USD." } },
  ]);
});

test("it ends when somebody books that the money was given back, and does not come again", async () => {
  const { shop, orderNumber, items } = await started();
  const refund = { orderNumber, mark: "ref_1", evidence: "5.00 USD" };
  await shop.gateway.refundDue(refund);
  await shop.gateway.decide({ orderNumber, action: "refunded", who: "Grace", note: "Given back: 4711." });
  await shop.gateway.refundDue(refund);
  expect(await items()).toEqual([]);
});

test("it moves no payment, and to do it again leaves it with staff", async () => {
  const { shop, orderNumber, items } = await started();
  await shop.gateway.refundDue({ orderNumber, mark: "ref_1", evidence: "5.00 USD" });
  expect((await shop.gateway.status({ reference: "order-1" })).state).toBe("pending");
  const [item] = await items();
  expect(await shop.gateway.work(item?.id ?? "")).toBe(true);
  expect(await items()).toMatchObject([{ kind: "refund-due", status: "parked" }]);
});

test("a payment that there is not has no refund", async () => {
  const { shop } = await started();
  const refund = { orderNumber: "0".repeat(20), mark: "1", evidence: "" };
  await expect(shop.gateway.refundDue(refund)).rejects.toMatchObject({ code: "payment_unknown" });
});
