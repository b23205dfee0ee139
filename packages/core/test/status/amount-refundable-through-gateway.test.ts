import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { TestShop } from "../fixtures/test-shop.ts";
import { openRefundShop, operations, refundReply } from "../refund/refund-shop.ts";

async function refundableOf(shop: TestShop) {
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  return attempts.map(({ refundable }) => refundable?.minor);
}

test("the status has the refundable amount, without the refunds in progress (RFD-LIMIT)", async () => {
  const { shop, refund } = await openRefundShop();
  expect(await refundableOf(shop)).toEqual([1999, undefined]);
  await refund(500, "key-1");
  expect(await refundableOf(shop)).toEqual([1499, undefined]);
  await refund(1499, "key-2");
  expect(await refundableOf(shop)).toEqual([undefined, undefined]);
});

test("nothing is refundable without the option, or before the order is placed", async () => {
  const { shop } = await openRefundShop({ operations: {} });
  expect(await refundableOf(shop)).toEqual([undefined, undefined]);
  const other = new TestShop({ operations });
  other.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
  await openRefundShop({}, other);
  expect(await refundableOf(other)).toEqual([undefined, undefined]);
});

test("each paid cycle has its own refundable amount", async () => {
  const shop = await SubscriptionShop.begin({ operations });
  const sale = shop.lastForm;
  await shop.cycleOf(sale, 1);
  await shop.cycleOf(sale, 2);
  shop.answer = (form) => refundReply(form);
  const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned.", cycle: 2 };
  const [before] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  await shop.gateway.refund({ ...request, idempotencyKey: "key-1" });
  const [after] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  const paid = before?.subscription?.cycles[1]?.refundable?.minor ?? 0;
  expect(paid).toBe(before?.amount.minor);
  expect(after?.subscription?.cycles[1]?.refundable?.minor).toBe(paid - 500);
  expect(after?.refundable).toEqual(before?.refundable);
});
