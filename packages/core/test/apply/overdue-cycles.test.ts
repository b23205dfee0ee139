import { expect, test } from "vitest";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("an overdue cycle opens a review item and is reported to the shop, and its payment resolves the item (CYC-OVERDUE)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(32);
  expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([[], []]);
  // 1 April at noon, three tries of an hour, and a day
  await shop.passDays(1);
  expect(shop.subscriptionCalls).toEqual(["overdue 2"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({
    kind: "cycle-overdue",
    cycle: 2,
    problem: {
      message:
        "Cycle 2 was due on 2026-04-01 and is not paid. The gateway reported no charge for it. Ask the gateway.",
    },
  });
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["overdue 2", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a cycle that failed is overdue as well", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2, { returncode: "2" });
  await shop.passDays(2);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.message).toContain("Its state is failed.");
});

test("overdue cycles are checked one after another, over gaps, to the end of the plan", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(4);
  for (let days = 0; days < 500; days += 10) await shop.passDays(10);
  expect(shop.subscriptionCalls.filter((each) => each.startsWith("overdue"))).toEqual(
    [3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `overdue ${number}`),
  );
  const payment = await loadAllAttempts(shop.store);
  expect(payment.jobs.filter(({ kind }) => kind === "check-cycle")).toEqual([]);
});

test("no cycle is overdue after a closing (CYC-CLOSED, CYC-OVERDUE)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2, { enabled: "0" });
  await shop.passDays(400);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("the last cycle of the plan ends the subscription", async () => {
  const shop = new SubscriptionShop();
  await shop.gateway.start({
    ...minimalSales.subscription,
    plan: { ...minimalSales.subscription.plan, totalCount: 2 },
  });
  await shop.cycle(1);
  expect(await shop.subscription()).toMatchObject({ state: "active", nextCycle: { number: 2 } });
  await shop.cycle(2);
  expect(await shop.subscription()).toMatchObject({ state: "ended", nextCycle: undefined });
});
