import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const none = { started: 0, paid: 0, declined: 0, abandoned: 0, notifications: 0 };
const noTime = { secondsToPaid: 0, secondsToNotification: 0 };
const today = { day: "2026-03-01", variant: "hosted" };

test("the overview is empty before the first attempt", async () => {
  const { gateway } = new TestShop();
  expect(await gateway.overview()).toEqual({ days: [], money: [] });
  expect(await gateway.reviewItemBacklog()).toEqual({ count: 0, hasMore: false, oldestAt: undefined });
});

test("each sweep counts what the attempts became, and what waits is as of now", async () => {
  const shop = new TestShop();
  const read = async () => {
    await shop.gateway.sweep();
    const [day, ...others] = (await shop.gateway.overview()).days;
    expect(others).toEqual([]);
    return day;
  };
  await shop.gateway.start(hostedSaleInput());
  expect(await read()).toEqual({ ...today, ...none, ...noTime, started: 1, abandoned: 1 });
  shop.pass(20);
  await shop.notify({ returncode: "2", transaction_id: "T0" });
  const failed = { ...today, ...none, started: 1, declined: 1, notifications: 1 };
  expect(await read()).toEqual({ ...failed, ...noTime, secondsToNotification: 20 });
  shop.pass(20);
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold." } });
  await shop.notify();
  const paid = { ...today, ...none, started: 1, paid: 1, notifications: 1 };
  expect(await read()).toEqual({ ...paid, secondsToPaid: 40, secondsToNotification: 20 });
  expect(await shop.gateway.reviewItemBacklog()).toMatchObject({ count: 1 });

  await resolve(shop, "record-refund", {
    kind: "order-not-placed",
    refund: { amount: money(1999, "USD"), reference: "R-1" },
  });
  expect(await shop.state()).toBe("refunded");
  expect(await read()).toEqual({ ...paid, secondsToPaid: 40, secondsToNotification: 20 });
  const { money: paidMoney } = await shop.gateway.overview();
  expect(paidMoney).toEqual([{ day: "2026-03-01", currency: "USD", paid: "19.99", count: 1 }]);
  expect(await shop.gateway.reviewItemBacklog()).toMatchObject({ count: 0 });
});

test("days are those of UTC, the oldest first, and only as many as asked for", async () => {
  const shop = new TestShop();
  for (const [day, currency] of ["USD", "JPY", "KWD", "JPY"].entries()) {
    await shop.gateway.start({ ...hostedSaleInput(`order-${day}`), amount: money(1500, currency) });
    if (day < 3) await shop.notify();
    shop.pass(86_400);
  }
  shop.pass(-86_400);
  await shop.gateway.sweep();
  const { days, money: paid } = await shop.gateway.overview({ days: 3 });
  expect(days.map(({ day, abandoned }) => [day, abandoned])).toEqual([
    ["2026-03-02", 0],
    ["2026-03-03", 0],
    ["2026-03-04", 1],
  ]);
  expect(paid).toEqual([
    { day: "2026-03-02", currency: "JPY", paid: "1500", count: 1 },
    { day: "2026-03-03", currency: "KWD", paid: "1.500", count: 1 },
  ]);
  expect((await shop.gateway.overview({ days: 90 })).days).toHaveLength(4);
  expect((await shop.gateway.overview({ tenants: ["north"] })).days).toEqual([]);
});

test("the overview refuses a number of days that it does not have", async () => {
  const { gateway } = new TestShop();
  for (const days of [0, 91, 1.5])
    await expect(gateway.overview({ days })).rejects.toMatchObject({ code: "query_invalid" });
});
