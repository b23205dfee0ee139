import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

const operator = { id: "1", name: "Ada" };
const [small, large] = [money(1999, "USD"), money(3998, "USD")];

/** A shop whose buyer has one payment page open for each of these prices. */
async function opened(...prices: (typeof small)[]) {
  const shop = new TestShop();
  const tabs: { readonly form: URLSearchParams; readonly returnToken: string }[] = [];
  for (const [index, price] of prices.entries()) {
    shop.answer = redirectResponse(`https://gateway.test/page/${index}`);
    await shop.gateway.start({ ...hostedSaleInput(), amount: price });
    const form = shop.lastForm;
    const returnToken = (form.get("pay_callbackurl") ?? "").split("/").at(-1) ?? "";
    tabs.push({ form, returnToken });
  }
  const pay = (tab: number) => shop.notify({ transaction_id: `T${tab}` }, tabs[tab]?.form);
  const attemptId = (tab: number) => tabs[tab]?.form.get("pay_orderid") ?? "";
  const buyer = (tab: number) =>
    shop.gateway.buyerStatus({ attemptId: attemptId(tab), token: tabs[tab]?.returnToken ?? "" });
  const attempts = async () => {
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    return attempts.map(({ state, isWinning }) => `${state}${isWinning ? " wins" : ""}`);
  };
  const items = async () =>
    (await shop.gateway.reviewItems()).map(({ kind, attemptId: number, problem }) => ({
      kind,
      tab: tabs.findIndex(({ form }) => form.get("pay_orderid") === number),
      code: problem?.code,
    }));
  const resolve = async (action: "record-refund" | "dismiss", kind: string) => {
    const item = (await shop.gateway.reviewItems()).find((each) => each.kind === kind);
    if (item === undefined) throw new Error(`There is no review item ${kind}.`);
    const about = { attemptId: item.attemptId, reviewItemId: item.id };
    await shop.gateway.resolveReviewItem({ ...about, action, operator, note: "Refunded at the gateway." });
  };
  return { shop, pay, attemptId, buyer, attempts, items, resolve };
}

describe("two attempts in two tabs, with a cart that grew between them", () => {
  test("the attempt whose amount is due wins, also if the other one was paid first (ENG-WINS)", async () => {
    const { shop, pay, attemptId, attempts, items } = await opened(small, large);
    shop.due = () => large;
    await pay(0);
    expect(await items()).toEqual([{ kind: "order-not-placed", tab: 0, code: "order_changed" }]);
    expect(await attempts()).toEqual(["paid", "pending"]);
    await pay(1);
    expect(shop.placed).toEqual([`${attemptId(1)}/place-order`]);
    expect(await attempts()).toEqual(["paid", "paid wins"]);
    expect(await items()).toEqual([{ kind: "paid-twice", tab: 0, code: "paid_twice" }]);
    const [item] = await shop.gateway.reviewItems();
    expect(item?.problem?.message).toBe(
      `The order was placed for attempt 2 (hosted, 39.98 USD, gateway order ID ${attemptId(1)}). This is attempt 1 (hosted, 19.99 USD, gateway order ID ${attemptId(0)}). Refund transaction T0 of this attempt at the gateway, then record the refund.`,
    );
  });

  test("the attempt whose amount is not due becomes paid twice if it is paid last (ENG-WINS)", async () => {
    const { shop, pay, attemptId, attempts, items } = await opened(small, large);
    shop.due = () => large;
    await pay(1);
    await pay(0);
    expect(shop.placed).toEqual([`${attemptId(1)}/place-order`]);
    expect(await attempts()).toEqual(["paid", "paid wins"]);
    expect(await items()).toEqual([{ kind: "paid-twice", tab: 0, code: "paid_twice" }]);
  });

  test("an attempt that was paid earlier is placed if its amount is due again by then (ENG-WINS)", async () => {
    const { shop, pay, attemptId, attempts, items } = await opened(small, large);
    shop.due = () => large;
    await pay(0);
    shop.due = () => small;
    await pay(1);
    expect(shop.placed).toEqual([`${attemptId(0)}/place-order`]);
    expect(await attempts()).toEqual(["paid wins", "paid"]);
    expect(await items()).toEqual([{ kind: "paid-twice", tab: 1, code: "paid_twice" }]);
  });

  test("neither attempt is placed if neither amount is due, and each has its item (ENG-WINS)", async () => {
    const { shop, pay, attempts, items } = await opened(small, large);
    shop.due = () => money(1, "USD");
    await pay(0);
    await pay(1);
    expect(shop.placed).toEqual([]);
    expect(await attempts()).toEqual(["paid", "paid"]);
    expect(await items()).toEqual([
      { kind: "order-not-placed", tab: 0, code: "order_changed" },
      { kind: "order-not-placed", tab: 1, code: "order_changed" },
    ]);
    shop.due = () => large;
    const [, second] = await shop.gateway.reviewItems();
    await shop.gateway.retryReviewItem(second?.id ?? "", { operator });
    expect(await attempts()).toEqual(["paid", "paid wins"]);
    expect(await items()).toEqual([{ kind: "paid-twice", tab: 0, code: "paid_twice" }]);
  });
});

test("a second paid attempt waits while the order of the first is being placed, and both orders are never placed (ENG-WINS)", async () => {
  const { shop, pay, attemptId, items } = await opened(small, small.minor === 1 ? large : money(2000, "USD"));
  shop.due = ({ amount: price }) => price;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const place = shop.placeOrder;
  shop.placeOrder = async (work) => {
    begun();
    await held;
    return place(work);
  };
  const first = pay(0);
  await isBegun;
  await pay(1);
  await shop.gateway.sweep();
  for (let seconds = 0; seconds < 60; seconds += 10) await shop.elapse(10);
  await shop.gateway.sweep();
  expect(shop.placed).toEqual([]);
  release();
  await first;
  expect(shop.placed).toEqual([`${attemptId(0)}/place-order`]);
  expect(await items()).toEqual([{ kind: "paid-twice", tab: 1, code: "paid_twice" }]);
});

test("a second paid attempt is placed if the first is refused while it waits (ENG-WINS)", async () => {
  const { shop, pay, attemptId, items } = await opened(small, large);
  shop.due = ({ amount: price }) => price;
  const place = shop.placeOrder;
  shop.placeOrder = async (work) => {
    if (work.payment.attemptId === attemptId(1)) return place(work);
    await pay(1);
    return { refused: { code: "out_of_stock", message: "The tea is sold out." } };
  };
  await pay(0);
  expect(shop.placed).toEqual([`${attemptId(1)}/place-order`]);
  expect(await items()).toEqual([{ kind: "paid-twice", tab: 0, code: "paid_twice" }]);
});

describe.each([
  ["record-refund", "refunded"],
  ["dismiss", "closed"],
] as const)("an attempt whose order was not placed, after the action %s", (action, endState) => {
  test("frees the payment: the next attempt is sent, paid and placed (ENG-FREE)", async () => {
    const { shop, pay, buyer, attempts, items, resolve } = await opened(small);
    shop.due = () => large;
    await pay(0);
    expect(await shop.gateway.start({ ...hostedSaleInput(), amount: large })).toMatchObject({
      reused: true,
      state: "paid",
    });
    await resolve(action, "order-not-placed");
    expect(await attempts()).toEqual([endState]);
    expect(await shop.state()).toBe(endState);
    expect(await buyer(0)).toMatchObject({ state: endState, order: undefined, url: "/retry/order-1" });
    const again = await shop.gateway.start({ ...hostedSaleInput(), amount: large });
    expect(again).toMatchObject({ reused: false, state: "redirect" });
    expect(await shop.notify({ transaction_id: "T9" })).toMatchObject({ status: 200 });
    expect(shop.placed).toEqual([`${again.attemptId}/place-order`]);
    expect(await attempts()).toEqual([endState, "paid wins"]);
    expect(await items()).toEqual([]);
  });

  test("is not placed later, also if its notification is repeated (ENG-FREE)", async () => {
    const { shop, pay, attempts, resolve } = await opened(small);
    shop.due = () => large;
    await pay(0);
    const [item] = await shop.gateway.reviewItems();
    await resolve(action, "order-not-placed");
    shop.due = () => small;
    await pay(0);
    shop.pass(3600);
    await shop.gateway.sweep();
    expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator })).toEqual({
      outcome: "not-run",
    });
    expect([shop.placed, await attempts()]).toEqual([[], [endState]]);
  });
});

test("a charge of another amount that staff refunded frees the payment (ENG-FREE)", async () => {
  const { shop, attempts, buyer, resolve } = await opened(small);
  await shop.notify({ true_amount: "1.00", transaction_id: "T1" });
  expect(await attempts()).toEqual(["review"]);
  await resolve("record-refund", "amount-mismatch");
  expect(await attempts()).toEqual(["refunded"]);
  expect(await buyer(0)).toMatchObject({ state: "refunded", url: "/retry/order-1" });
  expect(await shop.gateway.start({ ...hostedSaleInput(), amount: large })).toMatchObject({ reused: false });
});

test("a charge of another amount that staff did not refund keeps the payment under review (ENG-FREE)", async () => {
  const { shop, attempts, resolve } = await opened(small);
  await shop.notify({ true_amount: "1.00", transaction_id: "T1" });
  await shop.notify({ true_amount: "2.00", transaction_id: "T2" });
  await resolve("record-refund", "amount-mismatch");
  expect(await attempts()).toEqual(["review"]);
  await resolve("record-refund", "amount-mismatch");
  expect(await attempts()).toEqual(["refunded"]);
  await shop.notify({ transaction_id: "T3" });
  expect(await attempts()).toEqual(["paid wins"]);
});

test("a refund of a second transaction does not free a payment whose order is placed (ENG-FREE)", async () => {
  const { shop, pay, attempts, resolve } = await opened(small);
  await pay(0);
  await shop.notify({ transaction_id: "T2" });
  await resolve("record-refund", "paid-twice");
  expect(await attempts()).toEqual(["paid wins"]);
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({ reused: true, state: "paid" });
});

test("a crash between placing the order and ending the other attempt cannot cause a second order (ENG-WINS)", async () => {
  const { shop, pay, attemptId, items } = await opened(small, large);
  shop.due = () => large;
  await pay(0);
  const commit = shop.store.commit.bind(shop.store);
  shop.placeOrder = async (work) => {
    shop.placed.push(work.key);
    shop.store.commit = async () => {
      throw new Error("The process ended.");
    };
    return { placed: {} };
  };
  await pay(1);
  shop.store.commit = commit;
  expect(await items()).toEqual([{ kind: "order-not-placed", tab: 0, code: "order_changed" }]);
  shop.due = () => small;
  const [item] = await shop.gateway.reviewItems();
  await shop.gateway.retryReviewItem(item?.id ?? "", { operator });
  expect(shop.placed).toEqual([`${attemptId(1)}/place-order`]);
  expect(await items()).toEqual([{ kind: "paid-twice", tab: 0, code: "paid_twice" }]);
});
