import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
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
