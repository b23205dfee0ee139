import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { type Options, PayIndexError } from "../../src/index.ts";
import { readQuarantine } from "../fixtures/read-quarantine.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

const newKey = "the-new-key-of-2026";

/** A shop with a notification that its key does not verify, and the same shop after a restart with other options. */
async function refusedThenRestarted(options: Partial<Options>, more: Record<string, string> = {}) {
  const store = new MemoryStore();
  const before = await startPayment(new TestShop({ signRules: ["received"] }, store));
  const fields = signFields(notificationFields(before.lastForm), newKey);
  expect((await before.post({ ...fields, ...more })).body).toBe("mismatch");
  await before.gateway.sweep();
  expect([await before.state(), await before.itemKinds()]).toEqual(["pending", ["not-verified"]]);
  return { before, after: new TestShop({ signRules: ["received"], ...options }, store) };
}

const withNewKey = { merchants: [{ id: "10002", key: newKey }] };

test("the first sweep after a change of the key applies what verifies now, once, and resolves the item (NSIG-AGAIN)", async () => {
  const { before, after } = await refusedThenRestarted(withNewKey);
  await after.gateway.sweep();
  expect([await after.state(), await after.itemKinds(), after.placed.length]).toEqual(["paid", [], 1]);
  const resolved = await after.store.findReviewItem((await before.gateway.reviewItems())[0]?.id ?? "none");
  expect(resolved).toBeUndefined();
  await after.gateway.sweep();
  expect([after.placed.length, await readQuarantine(after)]).toEqual([1, []]);
});

test("an unknown field is stored if it is a code, so that a rule over all fields can verify it (NSIG-AGAIN)", async () => {
  const store = new MemoryStore();
  const before = await startPayment(new TestShop({}, store));
  const fields = signFields({ ...notificationFields(before.lastForm), userid: "15452" }, newKey);
  await before.post(fields);
  const after = new TestShop(withNewKey, store);
  await after.gateway.sweep();
  expect(await after.state()).toBe("paid");
});

test("a change of signRules is enough (NSIG-AGAIN)", async () => {
  const { after } = await refusedThenRestarted({ ...withNewKey, signRules: ["fields"] }, { userid: "1" });
  await after.gateway.sweep();
  expect(await after.state()).toBe("paid");
});

test("a process looks again after ten minutes, and not in each sweep (NSIG-AGAIN)", async () => {
  const { after } = await refusedThenRestarted({});
  const list = vi.spyOn(after.store, "listReviewItems");
  await after.sweepAfter(0, 60, 480, 61, 10);
  expect(list.mock.calls.filter(([, kind]) => kind === "not-verified")).toHaveLength(2);
  expect([await after.state(), await after.itemKinds()]).toEqual(["pending", ["not-verified"]]);
});

test("with a function merchants, each sweep looks, and a function that fails stops nothing (NSIG-AGAIN)", async () => {
  let key = "sandbox-hosted-key";
  const load = () => {
    if (key === "") throw new Error("out of order");
    return [{ id: "10002", key }];
  };
  const shop = await startPayment(new TestShop({ merchants: load }));
  await shop.post(signFields(notificationFields(shop.lastForm), newKey));
  for (const next of ["", newKey]) {
    key = next;
    await shop.sweepAfter(70);
  }
  expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", []]);
});

test("an attempt that a later release has written stops no sweep", async () => {
  const { after } = await refusedThenRestarted(withNewKey);
  after.store.findAttempt = () => Promise.reject(new PayIndexError("record_unreadable", "of version 2"));
  expect(await after.gateway.sweep()).toMatchObject({ payments: 0 });
});
