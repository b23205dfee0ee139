import { expect, test } from "vitest";
import { openItem, resolve } from "../fixtures/staff.ts";
import { notified, outcome, play } from "./play.ts";

const kind = "incomplete-notification";

test("a first payment without fields pays, and opens one item that a repeat does not open again (ITEM-FIELDS)", async () => {
  const bare = (datetime: string) =>
    notified({ transaction_id: "T1", datetime, payment_transaction_id: "", payment_period_count: "" });
  const shop = await play([bare("20260301120000"), bare("20260301120010")]);
  expect([await shop.state(), shop.placed.length, await shop.itemKinds()]).toEqual(["paid", 1, [kind]]);
  expect((await openItem(shop)).problem.message).toBe(
    "The notification of transaction T1 lacks payment_transaction_id and payment_period_count. It was recorded as the first payment.",
  );
  await resolve(shop, "dismiss", { kind });
  await play([bare("20260302120000")], Promise.resolve(shop));
  expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", []]);
});

test("an item without a count ends when a complete notification of the transaction pays a later cycle (ITEM-FIELDS)", async () => {
  const shop = await play([1, notified({ transaction_id: "T2" })]);
  expect(await shop.itemKinds()).toEqual([kind, "paid-twice"]);
  await shop.cycle(2);
  expect(await outcome(shop)).toEqual([["cycle 2"], []]);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2", msg: "again" });
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
});
