import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

const [small, large] = [money(1999, "USD"), money(3998, "USD")];

/** A shop whose buyer has one payment page open for each of these prices. */
async function opened(...prices: (typeof small)[]) {
  const shop = new TestShop();
  const forms: URLSearchParams[] = [];
  for (const [index, price] of prices.entries()) {
    shop.answer = redirectResponse(`https://gateway.test/page/${index}`);
    await shop.gateway.start({ ...hostedSaleInput(), amount: price });
    forms.push(shop.lastForm);
  }
  const pay = (tab: number) => shop.notify({ transaction_id: `T${tab}` }, forms[tab]);
  const attemptId = (tab: number) => forms[tab]?.get("pay_orderid") ?? "";
  const attempts = async () => {
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    return attempts.map(({ state, isWinning }) => `${state}${isWinning ? " wins" : ""}`);
  };
  const items = async () =>
    (await shop.gateway.reviewItems()).map(({ kind, attemptId: number, problem }) => {
      const tab = forms.findIndex((form) => form.get("pay_orderid") === number);
      return [kind, tab, problem.code].join(" ");
    });
  return { shop, forms, pay, attemptId, attempts, items };
}

const twice = "paid-twice 0 paid_twice";

test("a second paid attempt is placed if the first is refused while it waits (ENG-WINS)", async () => {
  const { shop, pay, attemptId, items } = await opened(small, large);
  const place = shop.placeOrder;
  shop.placeOrder = async (work) => {
    if (work.payment.attemptId === attemptId(1)) return place(work);
    await pay(1);
    return { refused: { code: "out_of_stock", message: "The tea is sold out." } };
  };
  await pay(0);
  expect(shop.placed).toEqual([`${attemptId(1)}/place-order`]);
  expect(await items()).toEqual([twice]);
});

test("an amount that becomes due after the order is placed is a part of its own, which wins beside the first (ENG-PART)", async () => {
  const { shop, pay, attempts, items } = await opened(small);
  await pay(0);
  const { openPart } = await shop.gateway.status({ reference: "order-1" });
  const further = { ...hostedSaleInput(), amount: large, part: openPart };
  const [one, other] = [await shop.gateway.start(further), shop.lastForm];
  expect(one).toMatchObject({ reused: false, state: "redirect" });
  expect([await shop.state(), await attempts()]).toEqual(["pending", ["paid wins", "pending"]]);
  const token = (other.get("pay_callbackurl") ?? "").split("/").at(-1) ?? "";
  const buyer = () => shop.gateway.buyerStatus({ attemptId: one.attemptId, token });
  expect(await buyer()).toMatchObject({ state: "pending", order: undefined });
  shop.due = () => large;
  await shop.notify({ transaction_id: "T2" }, other);
  expect(await buyer()).toMatchObject({ state: "paid", order: "placed" });
  expect([await attempts(), await items()]).toEqual([["paid wins", "paid wins"], []]);
  // A tab that read the amount due before the payment arrived.
  expect(await shop.gateway.start(further)).toMatchObject({ reused: true, attemptId: one.attemptId });
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({ reused: true, state: "paid" });
});

test("two payments of a further part are paid twice, and a part that is not open yet is refused (ENG-PART)", async () => {
  const { shop, pay, items } = await opened(small);
  const further = { ...hostedSaleInput(), amount: large, part: 2 };
  await expect(shop.gateway.start(further)).rejects.toMatchObject({
    code: "sale_invalid",
    problems: [{ path: "part", message: "must be at most 1, which is openPart of the payment's status" }],
  });
  await pay(0);
  shop.due = () => large;
  const forms: URLSearchParams[] = [];
  for (const page of ["a", "b"]) {
    shop.answer = redirectResponse(`https://gateway.test/page/${page}`);
    await shop.gateway.start({ ...further, website: `https://${page}.example` });
    forms.push(shop.lastForm);
  }
  for (const [index, form] of forms.entries()) await shop.notify({ transaction_id: `P${index}` }, form);
  expect(await items()).toEqual(["paid-twice -1 paid_twice"]);
});

test("staff learn that a further part has no result, although the first part is paid (ENG-PART)", async () => {
  const { shop, pay } = await opened(small, large);
  await pay(0);
  const { attemptId } = await shop.gateway.start({ ...hostedSaleInput(), amount: large, part: 2 });
  await shop.sweepAfter(86_400);
  expect((await shop.gateway.reviewItems()).map((item) => [item.kind, item.attemptId])).toEqual([
    ["no-result", attemptId],
  ]);
});
