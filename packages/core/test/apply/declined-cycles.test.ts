import { expect, test } from "vitest";
import type { CycleFailedReport } from "../../src/entries/adapter.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const declined = (transaction: string) => ({ returncode: "2", transaction_id: transaction });

test("a declined charge of a later cycle is reported once, with the data for a message to the buyer (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  const reports: unknown[] = [];
  shop.cycleFailed = async ({ complete: _, runHook: __, ...report }: CycleFailedReport) => {
    reports.push(report);
    return { done: true };
  };
  await shop.cycle(1);
  shop.pass(31 * 86_400);
  await shop.cycle(2, declined("F1"));
  for (const datetime of ["20260401000000", "20260401000001"])
    await shop.cycle(2, { ...declined("F1"), datetime });
  await shop.gateway.sweep();
  expect(reports).toEqual([
    {
      key: expect.stringContaining(`${shop.attemptId}/cycle-2/report-cycle-failed/`),
      payment: expect.objectContaining({ reference: "order-1", transactionId: "T1" }),
      subscription: {
        planId: minimalSales.subscription.plan.id,
        planType: "monthly",
        totalCount: 12,
        gatewaySubscriptionId: "M1",
        firstOrderId: "shop-order-1",
      },
      cycle: {
        number: 2,
        amount: { minor: 1999, currency: "USD" },
        transactionId: "F1",
        dueAt: new Date("2026-04-01T12:00:00Z"),
        declinedAt: new Date("2026-04-01T12:00:00Z"),
      },
    },
  ]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("each further declined charge is reported separately, also for another cycle (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, declined("F1"));
  await shop.cycle(2, declined("F2"));
  await shop.cycle(3, declined("F3"));
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["failed 2", "failed 2", "failed 3", "cycle 2"]);
});

test.each<[why: string, report: (shop: SubscriptionShop) => Promise<unknown>, calls: string[]]>([
  [
    "of a paid cycle",
    async (shop) => {
      await shop.cycle(2);
      await shop.cycle(2, declined("F"));
    },
    ["cycle 2"],
  ],
  ["of the first payment", (shop) => shop.cycle(1, declined("F")), []],
  [
    "of another subscription",
    (shop) => shop.cycle(2, { ...declined("F"), payment_transaction_id: "M2" }),
    [],
  ],
  ["that reports only the closing", (shop) => shop.cycle(2, { ...declined("F"), enabled: "0" }), ["closed"]],
  ["that reports a refund", (shop) => shop.cycle(2, { ...declined("F"), alert_type: "1" }), []],
])("a failure %s is not reported as a declined cycle (CYC-FAILED)", async (_, report, calls) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await report(shop);
  expect(shop.subscriptionCalls).toEqual(calls);
});

test("a decline before the first payment is reported after the order is placed (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2, declined("F"));
  expect(shop.subscriptionCalls).toEqual([]);
  await shop.cycle(1);
  expect(shop.subscriptionCalls).toEqual(["failed 2"]);
});

test("a decline is not reported if the first order is never placed (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is none." } });
  await shop.cycle(1);
  await shop.cycle(2, declined("F"));
  await shop.gateway.resolveReviewItem({
    attemptId: shop.attemptId,
    reviewItemId: `${shop.attemptId}/order-not-placed`,
    action: "dismiss",
    operator: { id: "user_1" },
    note: "The buyer changed her mind.",
  });
  shop.pass(3600);
  await shop.gateway.sweep();
  expect(shop.subscriptionCalls).toEqual([]);
  const { jobs } = await loadAllAttempts(shop.store, { cycles: "all" });
  const job = jobs.find(({ kind }) => kind === "report-cycle-failed");
  expect(job?.outcome).toMatchObject({ kind: "superseded", note: "The first order was not placed." });
});

test("a report that failed ten times is not repeated once the cycle is paid (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.cycleFailed = async () => {
    throw new Error("the mail server is down");
  };
  await shop.cycle(1);
  await shop.cycle(2, declined("F"));
  for (let tries = 0; tries < 10; tries++) {
    shop.pass(3600);
    await shop.gateway.sweep();
  }
  expect(await shop.itemKinds()).toEqual(["host-not-informed"]);
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a shop without onCycleFailed gets no report, and no job fails (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin({}, true);
  await shop.cycle(1);
  await shop.cycle(2, declined("F"));
  const { jobs } = await loadAllAttempts(shop.store, { cycles: "all" });
  const job = jobs.find(({ kind }) => kind === "report-cycle-failed");
  expect(job?.outcome).toMatchObject({ kind: "superseded" });
});
