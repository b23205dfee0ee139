import { expect, test, vi } from "vitest";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { openItem } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { accepted, days, notified, outcome, play, type Step } from "./play.ts";

const by = (transaction_id: string) => ({ transaction_id });
const twice = "paid-twice";
const fields = "incomplete-notification";

test.each<[string, Step[], calls: string[], items: string[]]>([
  [
    "a cycle whose transaction paid another one is renewed if staff accept it",
    [1, [2, by("T1")], accepted("transaction-reused")],
    ["cycle 2"],
    [],
  ],
  [
    "a second transaction of the sale pays its own cycle later, and no other",
    [1, notified(by("T2")), 2, [3, by("T2")]],
    ["cycle 2"],
    ["transaction-reused"],
  ],
  [
    "a sale is paid twice until all but one of its transactions have paid cycles",
    [["", by("T1")], ["", by("T2")], ["", by("T3")], 2],
    ["cycle 2"],
    [fields, fields, twice, twice],
  ],
  ["and no longer", [["", by("T1")], ["", by("T2")], ["", by("T3")], 2, 3], ["cycle 2", "cycle 3"], [fields]],
  [
    "a cycle is paid twice until all but one of its transactions have paid others",
    [1, 2, [2, by("T3")], [2, by("T4")], 3],
    ["cycle 2", "cycle 3"],
    [twice, twice],
  ],
  [
    "and no longer than that",
    [1, 2, [2, by("T3")], [2, by("T4")], 3, 4],
    ["cycle 2", "cycle 3", "cycle 4"],
    [],
  ],
  [
    "staff can accept the second transaction for its own cycle",
    [1, 2, [2, by("T3")], [3, { true_amount: "9.99" }], accepted("amount-mismatch")],
    ["cycle 2", "cycle 3"],
    [],
  ],
  [
    "a transaction that has paid a cycle opens no item of an unknown cycle",
    [1, 2, ["1.0", by("T1")], ["1.0", by("T2")]],
    ["cycle 2"],
    [],
  ],
  [
    "the item of an unknown cycle ends once its transaction pays a cycle",
    [1, ["1.0", by("T2")], ["1.0", by("T3")], 2],
    ["cycle 2"],
    ["unknown-cycle"],
  ],
])("%s (CYC-TRANSACTION)", async (...[, steps, calls, items]) => {
  expect(await outcome(await play(steps))).toEqual([calls, items]);
});

test("a commit resolves the items that it makes obsolete, even if the process dies right afterwards (ENG-COMMIT)", async () => {
  const shop = await play([1, days(34), notified(by("T2")), ["none", by("T2")]]);
  expect(await shop.itemKinds()).toEqual(["cycle-overdue", fields, twice, "unknown-cycle"]);
  vi.spyOn(shop.store, "completeJob").mockRejectedValue(new Error("the process is gone"));
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual([]);
  const { reviewItems } = await loadAllAttempts(shop.store);
  const resolved = reviewItems.find(({ kind }) => kind === "unknown-cycle");
  expect(resolved?.resolution?.note).toBe("Transaction T2 pays cycle 2.");
});

test("the paid-twice item of another attempt stays when a transaction pays its own cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.gateway.start(minimalSales.subscription);
  const [first, second] = shop.submissions;
  const paid = { payment_transaction_id: "M1", payment_period_count: "1", transaction_id: "T1" };
  await shop.notify(paid, first);
  await shop.notify({ ...paid, payment_transaction_id: "M2", transaction_id: "T9" }, second);
  await shop.notify({ payment_transaction_id: "M2", transaction_id: "T2" }, second);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect((await openItem(shop, twice)).id).toBe(`${shop.attemptId}/paid-twice/attempt`);
});
