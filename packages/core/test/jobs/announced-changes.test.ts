import { expect, test } from "vitest";
import type { OrderRefusal, PlacedAnswer } from "../../src/entries/adapter.ts";
import { retry } from "../fixtures/staff.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { TestShop } from "../fixtures/test-shop.ts";

const refusal: OrderRefusal = { refused: { code: "out_of_stock", message: "The last one was sold." } };

/** Places the order of a cycle, and pauses for more than a lease: another process places it. Returns the events of both. */
async function pauseWhilePlacing(end: () => Promise<OrderRefusal | PlacedAnswer>) {
  const paused = await SubscriptionShop.begin();
  await paused.cycle(1);
  paused.events.length = 0;
  const other = new TestShop({}, paused.store);
  const placed = new Promise<void>((resolve) => {
    other.placeRenewal = async () => {
      resolve();
      return { placed: {} };
    };
  });
  paused.placeRenewal = () => placed.then(end);
  paused.impatient = true;
  await paused.cycle(2);
  other.now = paused.now;
  await other.sweepAfter(301);
  await paused.gateway.close();
  return [paused, other].map(({ events }) => events.map(({ event }) => event));
}

test.each<[string, string, () => Promise<OrderRefusal | PlacedAnswer>]>([
  ["completion", "job-completed", async () => ({ placed: {} })],
  ["further run", "job-postponed", () => Promise.reject(new Error("database is locked"))],
  ["review item", "review-item-opened", async () => refusal],
])("a run that lost its lease announces no %s (B-28)", async (_, announced, end) => {
  const [paused, other] = await pauseWhilePlacing(end);
  expect(other).toContain("job-completed");
  expect(paused).not.toContain(announced);
});

test("a review item that is open already is not announced again when its retry fails (B-20)", async () => {
  const shop = await startPayment();
  shop.placeOrder = async () => refusal;
  await shop.notify();
  await retry(shop);
  expect(shop.events.filter(({ event }) => event === "review-item-opened")).toHaveLength(1);
});
