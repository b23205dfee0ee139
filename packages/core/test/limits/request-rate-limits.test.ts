import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { TestShop } from "../fixtures/test-shop.ts";

const limited = { purpose: "card network", subject: "203.0.113.7", limit: 2, seconds: 60 };

test("a request over the limit gets the remaining seconds", async () => {
  const shop = new TestShop();
  expect(await shop.gateway.countRequest(limited)).toBeUndefined();
  shop.pass(20);
  expect(await shop.gateway.countRequest(limited)).toBeUndefined();
  expect(await shop.gateway.countRequest(limited)).toBe(40);
  shop.pass(39.5);
  expect(await shop.gateway.countRequest(limited)).toBe(1);
  shop.pass(0.5);
  expect(await shop.gateway.countRequest(limited)).toBeUndefined();
});

test("purposes and subjects have separate counters, which the processes of a shop share", async () => {
  const store = new MemoryStore();
  const [one, other] = [new TestShop({}, store), new TestShop({}, store)];
  for (const request of [
    limited,
    { ...limited, subject: "203.0.113.8" },
    { ...limited, purpose: "card reference" },
  ]) {
    for (const shop of [one, other]) expect(await shop.gateway.countRequest(request)).toBeUndefined();
    expect(await one.gateway.countRequest(request)).toBe(60);
  }
});

test("the store does not contain the address", async () => {
  const shop = new TestShop();
  const countRequest = vi.spyOn(shop.store, "countRequest");
  await shop.gateway.countRequest(limited);
  expect(countRequest.mock.calls).toMatchObject([[{ id: expect.stringMatching(/^[\w-]{43}$/) }]]);
});

test("a sweep deletes counters that have ended", async () => {
  const shop = new TestShop();
  const deleteEndedWindows = vi.spyOn(shop.store, "deleteEndedWindows");
  await shop.gateway.sweep();
  expect(deleteEndedWindows).toHaveBeenCalledWith(shop.now);
});
