import { expect, test } from "vitest";
import { isPayIndexError, money } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

test("an amount, a price or a first period that needs more decimals than are sent is refused (MON-SENT)", async () => {
  const shop = new TestShop({ amountDecimals: 2 });
  const sale = {
    ...hostedSaleInput(),
    amount: money(1255, "KWD"),
    items: [
      { name: "Tea", price: 1250, quantity: 1 },
      { name: "Cup", price: 5, quantity: 1 },
    ],
  };
  const error = await shop.gateway.start(sale).catch((thrown: unknown) => thrown);
  if (!isPayIndexError(error, "sale_invalid")) throw error;
  expect(error.problems.map(({ path }) => path)).toEqual(["amount", "items.1.price"]);
  expect(shop.submissions).toEqual([]);
  expect(await shop.state()).toBe("none");
});

test("all amounts of a sale are sent with two decimals if the option requires it (MON-SENT)", async () => {
  const shop = new TestShop({ amountDecimals: 2 });
  const items = [{ name: "Tea", price: 1000, quantity: 1 }];
  await shop.gateway.start({ ...hostedSaleInput(), amount: money(1000, "JPY"), items });
  expect(shop.lastForm.get("pay_amount")).toBe("1000.00");
  expect(JSON.parse(shop.lastForm.get("pay_productname") ?? "")).toMatchObject([{ price: "1000.00" }]);
  await shop.notify();
  expect(await shop.state()).toBe("paid");
});
