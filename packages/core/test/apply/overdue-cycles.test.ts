import { expect, test } from "vitest";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { openItem } from "../fixtures/staff.ts";
import { days, outcome, play } from "./play.ts";

test("an overdue cycle opens a review item and is reported to the shop, and its payment resolves the item (CYC-OVERDUE)", async () => {
  const shop = await play([1, days(32)]);
  expect(await outcome(shop)).toEqual([[], []]);
  // 1 April at noon, three tries of an hour, and a day
  await shop.passDays(1);
  expect(await openItem(shop)).toMatchObject({
    kind: "cycle-overdue",
    cycle: 2,
    problem: {
      message:
        "Cycle 2 was due on 2026-04-01 and is not paid. The gateway reported no charge for it. Ask the gateway.",
    },
  });
  await shop.cycle(2);
  expect(await outcome(shop)).toEqual([["overdue 2", "cycle 2"], []]);
});

test("overdue cycles are checked one after another, over gaps, to the end of the plan", async () => {
  const shop = await play([1, 2, 4, ...Array(50).fill(days(10))]);
  expect(shop.subscriptionCalls.filter((each) => each.startsWith("overdue"))).toEqual(
    [3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `overdue ${number}`),
  );
  const payment = await loadAllAttempts(shop.store);
  expect(payment.jobs.filter(({ kind }) => kind === "check-cycle")).toEqual([]);
});
