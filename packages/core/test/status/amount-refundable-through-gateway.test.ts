import { expect, test } from "vitest";
import { TestShop } from "../fixtures/test-shop.ts";
import { openRefundShop, operations } from "../refund/refund-shop.ts";

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
