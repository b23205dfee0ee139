import { expect, test } from "vitest";
import { type InboxEntry, MemoryStore, type Payment } from "../../src/entries/store.ts";
import { PayIndexError } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop } from "../query/query-shop.ts";

/** Receives notifications, but reads only the sound payments once it is broken. */
class BrokenStore extends MemoryStore {
  sound: (reference: string) => boolean = () => true;
  isAway = false;

  override async load(...[key, ...rest]: Parameters<MemoryStore["load"]>): Promise<Payment> {
    if (this.isAway || !this.sound(key.reference))
      throw new PayIndexError("record_unreadable", "a record of version 99");
    return super.load(key, ...rest);
  }

  override async receive(entry: InboxEntry) {
    const received = await super.receive(entry);
    this.isAway = true;
    return received;
  }
}

async function pendingPayments(references: readonly string[]) {
  const store = new BrokenStore();
  const shop = new TestShop({}, store);
  for (const reference of references) {
    store.isAway = false;
    await shop.gateway.start(hostedSaleInput(reference));
    await shop.notify();
  }
  store.isAway = false;
  shop.pass(60);
  return { shop, store };
}

test("payments that cannot be read neither delay the others nor count for the limit", async () => {
  const bad = Array.from({ length: 60 }, (_, number) => `bad-${number}`);
  const { shop, store } = await pendingPayments([...bad, "good"]);
  store.sound = (reference) => reference === "good";
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 1 });
  expect(await shop.state("good")).toBe("paid");
  expect(shop.events.filter(({ event }) => event === "processing-postponed")).toHaveLength(61 + 60);
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 0 });

  store.sound = () => true;
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 50 });
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 10 });
  expect(shop.placed).toHaveLength(61);
});

test("the limits of queries: placing an order does not wait for a gateway that does not answer", async () => {
  const { shop, answers } = await openQueryShop();
  await shop.gateway.start(hostedSaleInput("order-2"));
  const sale = shop.lastForm;
  shop.pass(3600);
  const placeOrder = shop.placeOrder;
  shop.placeOrder = () => Promise.reject(new Error("the shop is busy"));
  await shop.notify({}, sale);
  shop.placeOrder = placeOrder;
  shop.pass(15);
  let answer: (response: Response) => void = () => undefined;
  answers(() => new Promise((resolve) => (answer = resolve)));
  const swept = shop.gateway.sweep();
  await expect.poll(() => shop.placed).toHaveLength(1);
  answer(new Response(""));
  expect(await swept).toMatchObject({ jobs: 3 });
});

test("a tick does not wait for its queries, and the next tick starts no second round", async () => {
  const { shop, answers, queries } = await openQueryShop();
  shop.pass(3601);
  let answer: (response: Response) => void = () => undefined;
  answers(() => new Promise((resolve) => (answer = resolve)));
  await shop.gateway.tick();
  await expect.poll(queries).toHaveLength(1);
  await shop.gateway.start(hostedSaleInput("order-2"));
  const sale = shop.lastForm;
  shop.pass(3601);
  await shop.gateway.tick();
  expect(queries()).toHaveLength(1);
  await shop.notify({}, sale);
  expect(await shop.state("order-2")).toBe("paid");
  answer(new Response(""));
  await shop.gateway.close();
});

test("a sweep that fails waits for the end of its queries", async () => {
  const { shop, answers } = await openQueryShop();
  await shop.gateway.start(hostedSaleInput("order-2"));
  shop.pass(3601);
  let isAnswered = false;
  answers(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isAnswered = true;
    return new Response("");
  });
  const claimDueJobs = shop.store.claimDueJobs.bind(shop.store);
  let queries = 0;
  shop.store.claimDueJobs = (claim, limit) => {
    if (claim.asksGateway === true && ++queries === 2) return Promise.reject(new Error("the disk is full"));
    return claimDueJobs(claim, limit);
  };
  await expect(shop.gateway.sweep()).rejects.toMatchObject({ code: "store_unavailable" });
  expect(isAnswered).toBe(true);
});
