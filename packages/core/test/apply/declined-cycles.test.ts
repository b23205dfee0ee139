import { expect, test } from "vitest";
import type { CycleFailedReport } from "../../src/entries/adapter.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { days, play, type Step } from "./play.ts";

const declined = (transaction = "F") => ({ returncode: "2", transaction_id: transaction });

test("a declined charge of a later cycle is reported once, with the data for a message to the buyer (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  const reports: unknown[] = [];
  shop.cycleFailed = async ({ complete: _, runHook: __, ...report }: CycleFailedReport) => {
    reports.push(report);
    return { done: true };
  };
  await play([1, days(31), [2, declined("F1")]], Promise.resolve(shop));
  for (const datetime of ["20260401000000", "20260401000001"])
    await shop.cycle(2, { ...declined("F1"), datetime });
  await shop.gateway.sweep();
  expect(reports).toEqual([
    {
      key: expect.stringContaining(`${shop.attemptId}/cycle-2/report-cycle-failed/`),
      payment: expect.objectContaining({ reference: "order-1", transactionId: "T1" }),
      subscription: {
        ...{ planId: minimalSales.subscription.plan.id, planType: "monthly", totalCount: 12 },
        ...{ gatewaySubscriptionId: "M1", firstOrderId: "shop-order-1" },
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

const several: Step[] = [1, [2, declined("F1")], [2, declined("F2")], [3, declined("F3")], 2];

test.each<[why: string, steps: Step[], calls: string[]]>([
  ["each one, also of another cycle", several, ["failed 2", "failed 2", "failed 3", "cycle 2"]],
  ["one before the first payment, after it", [[2, declined()], 1], ["failed 2"]],
  ["none of a paid cycle", [1, 2, [2, declined()]], ["cycle 2"]],
  ["none of the first payment", [1, [1, declined()]], []],
  ["none of another subscription", [1, [2, { ...declined(), payment_transaction_id: "M2" }]], []],
  ["none that reports only the closing", [1, [2, { ...declined(), enabled: "0" }]], ["closed"]],
  ["none that reports a refund", [1, [2, { ...declined(), alert_type: "1" }]], []],
])("of declined charges, the shop gets %s (CYC-FAILED)", async (_, steps, calls) => {
  expect((await play(steps)).subscriptionCalls).toEqual(calls);
});

const reportJob = async (shop: SubscriptionShop) =>
  (await loadAllAttempts(shop.store, { cycles: "all" })).jobs.find(
    ({ kind }) => kind === "report-cycle-failed",
  );

test("a decline is not reported if the first order is never placed (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is none." } });
  await shop.cycle(1);
  await shop.cycle(2, declined());
  await resolve(shop, "dismiss", { kind: "order-not-placed" });
  await shop.sweepAfter(3600);
  expect(shop.subscriptionCalls).toEqual([]);
  expect((await reportJob(shop))?.outcome).toMatchObject({
    ...{ kind: "superseded", note: "The first order was not placed." },
  });
});

test("a report that failed ten times is not repeated once the cycle is paid (CYC-FAILED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.cycleFailed = () => Promise.reject(new Error("the mail server is down"));
  await play([1, [2, declined()], ...Array(10).fill(days(1 / 24))], Promise.resolve(shop));
  expect(await shop.itemKinds()).toEqual(["host-not-informed"]);
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a shop without onCycleFailed gets no report, and no job fails (CYC-FAILED)", async () => {
  const shop = await play([1, [2, declined()]], SubscriptionShop.begin({}, true));
  expect((await reportJob(shop))?.outcome).toMatchObject({ kind: "superseded" });
});
