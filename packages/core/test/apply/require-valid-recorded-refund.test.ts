import { expect, test } from "vitest";
import { money, type ReviewResolutionRequest } from "../../src/index.ts";
import { refundedAmountOfPlacedOrder } from "../../src/payment/recorded-refunds.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

type More = Parameters<typeof resolve>[2];

/** A shop whose payment the gateway reports as paid in T1; without an order if the host refuses to place it. */
async function paid({
  isPlaced = true,
  fields = {},
}: {
  isPlaced?: boolean;
  fields?: Record<string, string>;
} = {}) {
  const shop = new TestShop();
  if (!isPlaced)
    shop.placeOrder = async () => ({ refused: { code: "cart_missing", message: "The cart is gone." } });
  await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1", ...fields });
  const payment = async () => {
    const [found] = (await shop.gateway.status({ reference: "order-1" })).attempts;
    if (found === undefined) throw new Error("no payment");
    return found;
  };
  const refund = (minor: number, reference: string, more: More = {}) =>
    resolve(shop, "record-refund", { refund: { amount: money(minor, "USD"), reference }, ...more });
  return { shop, payment, refund };
}

const refused = (...paths: string[]) => ({
  ...{ code: "resolution_invalid", problems: paths.map((path) => expect.objectContaining({ path })) },
});

test("a refund is recorded with its amount and its reference, and the timeline shows both (B-45)", async () => {
  const { payment, refund } = await paid();
  await refund(500, " R-1 ");
  const { refunds, timeline, state } = await payment();
  expect(state).toBe("paid");
  const at = "2026-03-01T12:00:00.000Z";
  expect(refunds).toEqual([
    { at, operator: exampleOperator, amount: money(500, "USD"), reference: "R-1", ofOrder: true },
  ]);
  expect(timeline.at(-1)?.text).toMatch(/ recorded a refund of 5\.00 USD \(reference R-1\): Checked\.$/);
});

test("the refunds of an order are together at most what was paid, also at the same moment (ENG-REFUND)", async () => {
  const { payment, refund } = await paid();
  await refund(500, "R-1");
  await expect(refund(1500, "R-2")).rejects.toThrow("at most 14.99 USD");
  const outcomes = await Promise.allSettled([refund(1499, "R-2"), refund(1499, "R-3")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(refund(1, "R-4")).rejects.toMatchObject(refused("refund.amount"));
  expect(refundedAmountOfPlacedOrder(await payment())).toEqual(money(1999, "USD"));
});

const usd = money(500, "USD");

test.each<[string, Partial<ReviewResolutionRequest>, string]>([
  ["a part of a cent", { refund: { amount: { ...usd, minor: 1.5 }, reference: "R" } }, "refund.amount.minor"],
  ["another currency", { refund: { amount: money(500, "EUR"), reference: "R" } }, "refund.amount.currency"],
  ["a known reference", { refund: { amount: usd, reference: "R-0" } }, "refund.reference"],
  ["null", { refund: null as never }, "refund"],
  ["another action", { action: "dismiss" }, "refund"],
])("%s is refused, and nothing is recorded", async (_, more, path) => {
  const { payment, refund } = await paid();
  await refund(500, "R-0");
  await expect(refund(500, "R-1", more)).rejects.toMatchObject(refused(path));
  expect((await payment()).refunds).toHaveLength(1);
});

test("a caller cannot decide if a refund belongs to the order", async () => {
  const { payment, refund } = await paid();
  const claimed = { amount: usd, reference: "R-1", ofOrder: false };
  await refund(500, "R-1", { refund: claimed });
  expect((await payment()).refunds).toMatchObject([{ ofOrder: true }]);
});

test("a refund of a payment without an order names the item of its charge, which limits its amount and currency", async () => {
  const { shop, payment, refund } = await paid({ isPlaced: false });
  const kind = "order-not-placed";
  await expect(refund(500, "R-1")).rejects.toMatchObject(refused("reviewItemId"));
  await expect(refund(2000, "R-1", { kind })).rejects.toMatchObject(refused("refund.amount"));
  const euro = { amount: money(1999, "EUR"), reference: "R-1" };
  await expect(refund(0, "R-1", { kind, refund: euro })).rejects.toMatchObject(
    refused("refund.amount.currency"),
  );
  expect([(await openItem(shop)).kind, (await payment()).refunds]).toEqual([kind, []]);
  await refund(1999, "R-1", { kind });
  expect(await payment()).toMatchObject({ state: "refunded", refunds: [{ ofOrder: false }] });
});

test("a refund of a placed order needs an amount and a reference if the shop syncs refunds", async () => {
  const { shop, payment, refund } = await paid();
  await expect(resolve(shop, "record-refund")).rejects.toThrow(/refund: is required: send `refund` with /);
  await refund(1999, "R-1");
  // Nothing is left that another refund could be of.
  await resolve(shop, "record-refund");
  expect((await payment()).refunds).toHaveLength(1);
});
