import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

/** A process whose host places an order until the test releases it, and another process on the same store. */
async function twoProcesses(store = new MemoryStore()) {
  const slow = new TestShop({}, store);
  const other = new TestShop({}, store);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    slow.placeOrder = async ({ key }) => {
      resolve();
      await held;
      slow.placed.push(key);
      return { placed: { id: "shop-order-1" } };
    };
  });
  await slow.gateway.start(hostedSaleInput());
  const notified = slow.notify();
  await begun;
  const elapse = async (seconds: number) => {
    await slow.elapse(seconds);
    other.now = slow.now;
  };
  const finish = () => {
    release();
    return notified;
  };
  return { other, elapse, finish };
}

test("another process runs a job that hangs after five minutes", async () => {
  const { other, elapse } = await twoProcesses();
  for (let seconds = 0; seconds < 290; seconds += 10) await elapse(10);
  expect((await other.gateway.sweep()).jobs).toBe(0);
  await elapse(10);
  expect((await other.gateway.sweep()).jobs).toBe(1);
});

test("a lease renewal that fails is repeated by the next one", async () => {
  const store = new MemoryStore();
  const { other, elapse, finish } = await twoProcesses(store);
  vi.spyOn(store, "renewLease").mockRejectedValueOnce(new Error("no connection"));
  for (let renewals = 0; renewals < 6; renewals++) {
    await elapse(10);
    expect((await other.gateway.sweep()).jobs).toBe(0);
  }
  await finish();
  expect(other.placed).toEqual([]);
});

test("the lease is not renewed after the job ends", async () => {
  const store = new MemoryStore();
  const renewLease = vi.spyOn(store, "renewLease");
  const { elapse, finish } = await twoProcesses(store);
  await elapse(10);
  await finish();
  for (let waits = 0; waits < 5; waits++) await elapse(10);
  expect(renewLease).toHaveBeenCalledTimes(1);
});
