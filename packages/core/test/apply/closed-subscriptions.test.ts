import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { days, notified, outcome, play, type Step } from "./play.ts";

const closes = { enabled: "0" };
const late = "charged-after-closing";
/** Names no cycle. */
const closed = notified({ ...closes, transaction_id: "T1" });
const closedBeforeFirst = notified({ ...closes, transaction_id: "T0", returncode: "2" });

test.each<[string, Step[], calls: string[], items: string[]]>([
  [
    "with a charge is reported once",
    [1, [2, closes], [2, { ...closes, attach: "again" }]],
    ["cycle 2", "closed"],
    [],
  ],
  ["repeats the last charge", [1, 2, [2, closes]], ["cycle 2", "closed"], []],
  [
    "before a later charge",
    [1, 3, [2, closes], 4],
    ["cycle 3", "cycle 2", "closed", "cycle 4"],
    [late, late],
  ],
  ["after a later charge", [1, 3, 4, [2, closes]], ["cycle 3", "cycle 4", "cycle 2", "closed"], [late, late]],
  ["names no cycle, and its charges were due", [1, days(31), 2, closed], ["cycle 2", "closed"], []],
  [
    "names no cycle, and a charge is due later",
    [1, days(31), 2, closed, days(30), 3],
    ["cycle 2", "closed", "cycle 3"],
    [late],
  ],
  [
    "names no cycle, and a due charge is reported later",
    [1, days(31), closed, days(5), 2],
    ["closed", "cycle 2"],
    [],
  ],
  [
    "comes before the first payment, which days are counted from",
    [days(31), 2, closedBeforeFirst, days(2), 1],
    ["cycle 2", "closed"],
    [late],
  ],
  ["comes before the sale is paid", [[2, { ...closes, returncode: "2" }], 1], ["closed"], []],
])("a closing that %s (B-48, CYC-CLOSED)", async (...[, steps, calls, items]) => {
  expect(await outcome(await play(steps))).toEqual([calls, items]);
});

test("a closing reported for a failed attempt does not make renewals of a later attempt read all cycles (B-48)", async () => {
  const asked: unknown[] = [];
  class Watched extends MemoryStore {
    override async load(...each: Parameters<MemoryStore["load"]>) {
      asked.push(each[1]?.cycles);
      return super.load(...each);
    }
  }
  const shop = await SubscriptionShop.begin({}, false, new Watched());
  await shop.cycle("", { returncode: "2", enabled: "0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  asked.length = 0;
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(asked).not.toContain("all");
});
