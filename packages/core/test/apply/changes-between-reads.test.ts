import { expect, test } from "vitest";
import { type InboxEntry, MemoryStore } from "../../src/entries/store.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";

/** Another process applies facts before the first read that asks for more than the payment. It began before this process received its own. */
class Between extends MemoryStore {
  meanwhile: (() => Promise<unknown>) | undefined;
  #unknown = new Set<string>();

  override async load(...[key, read = {}]: Parameters<MemoryStore["load"]>) {
    const { meanwhile } = this;
    const { cycles = [], transactions = [] } = read;
    if (meanwhile !== undefined && cycles.length + transactions.length > 0) {
      this.meanwhile = undefined;
      this.#unknown = new Set((await super.load(key)).notifications.map(({ id }) => id));
      await meanwhile();
      this.#unknown.clear();
    }
    const payment = await super.load(key, read);
    return { ...payment, notifications: payment.notifications.filter(({ id }) => !this.#unknown.has(id)) };
  }
}

const namesNoCycle = { payment_transaction_id: "M1", enabled: "0", transaction_id: "T1" };

test("planned changes resolve a second payment of a cycle that arrives after the first read (CYC-TRANSACTION)", async () => {
  const store = new Between();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.cycle(2);
  const other = new SubscriptionShop({}, store);
  store.meanwhile = () => other.cycleOf(shop.lastForm, 2, { transaction_id: "T5" });
  await shop.cycle(3, { transaction_id: "T5" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a closing that arrives between the two reads of a payment is compared with the earlier cycles (CYC-CLOSED)", async () => {
  const store = new Between();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.passDays(31);
  await shop.cycle(2);
  const other = new SubscriptionShop({}, store);
  const closing = { ...namesNoCycle, transaction_id: "T0", returncode: "2" };
  store.meanwhile = () => other.notify(closing, shop.lastForm);
  await shop.cycle(1);
  const calls = [...shop.subscriptionCalls, ...other.subscriptionCalls];
  expect(calls.toSorted()).toEqual(["closed", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing"]);
});

test("a notification that arrives between the two reads of a payment overwrites nothing", async () => {
  class Gap extends MemoryStore {
    last: InboxEntry | undefined;
    late: InboxEntry | undefined;

    override receive(entry: InboxEntry) {
      this.last = entry;
      return super.receive(entry);
    }

    override async load(...[key, read = {}]: Parameters<MemoryStore["load"]>) {
      const { late } = this;
      if (late !== undefined && (read.cycles ?? []).length > 0) {
        this.late = undefined;
        await super.receive(late);
      }
      return super.load(key, read);
    }
  }
  const store = new Gap();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.cycle(2);
  const told = store.last as InboxEntry;
  store.late = { ...told, id: `${told.id}b`, fact: { ...told.fact, id: "b", transactionId: "T2b" } };
  await shop.cycle(3);
  await shop.passDays(1);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 paid renewal-3"]);
  expect(await shop.itemKinds()).toEqual(["paid-twice"]);
});
