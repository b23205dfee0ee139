import type { CheckoutKey } from "@pay-index/conformance";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type FaultInput, type SandboxControl } from "@pay-index/sandbox/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MedusaShop } from "./medusa-shop.mts";

// Two processes of one shop, whose locks are in Postgres, or in the Redis of REDIS_URL. A buyer's requests and the gateway's may come to
// either.
const hasRedis = Boolean(process.env.REDIS_URL);
let sandbox: Sandbox;
let control: SandboxControl;
let left: MedusaShop;
let right: MedusaShop;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [3_600_000] });
  control = createControlClient(sandbox.url);
  const { url: gateway, merchants } = sandbox;
  const settings = {
    gateway,
    sandbox: true,
    acceptRawCards: true,
    merchants: merchants
      .filter(({ variant }) => variant === "hosted" || variant === "subscription")
      .map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
  };
  left = await MedusaShop.open(settings, { isShared: true });
  right = await left.second(settings);
}, 180_000);
afterAll(async () => {
  await right?.close();
  await left?.close();
  await sandbox?.close();
});

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};

type PaidCheckout = Awaited<ReturnType<typeof payCheckout>>;

/** A cart that was paid at the gateway, which has told nobody yet. */
async function payCheckout() {
  const lines = [{ name: "Tea", price: 550, quantity: 2 }];
  const checkout = await left.checkout({ currency: "USD", lines, buyer: ada });
  await left.submit(checkout, { variant: "hosted" });
  const attemptId = (await left.read(checkout)).payment.attempts[0]?.attemptId ?? "";
  const of = { of: "order", orderId: attemptId } as const;
  // Signed and sent, but to an address where nobody is: what was to be said is in the timeline.
  await control.setFaults(of, [{ kind: "wrong_token" }]);
  await control.resolve(attemptId, { outcome: "paid" });
  await control.nextDelivery(attemptId);
  await control.setFaults(of, []);
  const { timeline } = await control.orderDetails(attemptId);
  const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
  const notifyUrl = timeline.find((event) => event.type === "submitted")?.fields.pay_notifyurl ?? "";
  return { checkout, attemptId, body, path: notifyUrl.slice(left.publicUrl.length) };
}

/** What the gateway says, to one of the two. Gives the answer. */
async function notify({ publicUrl }: MedusaShop, { path, body }: Pick<PaidCheckout, "path" | "body">) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(publicUrl + path, { method: "POST", headers, body });
  return `${response.status} ${await response.text()}`;
}

/** One order with one capture, and nothing that anybody would have to look at. */
async function expectPlacedOnce({ checkout }: PaidCheckout): Promise<void> {
  await expect
    .poll(() => left.read(checkout), { timeout: 60_000 })
    .toMatchObject({
      payment: { state: "paid", reviewItems: [] },
      ...{ orders: 1, paid: true, cancelled: false, effects: 1, taken: 2 },
      recordedAmounts: [{ minor: 1100, currency: "USD" }],
    });
}

describe("two processes", () => {
  test.skipIf(hasRedis)("log a warning that their pools are small for locks in Postgres", async () => {
    expect((await left.dump()).logged).toMatch(/Medusa's pool has 10 connections.*pool\.max to 30/);
  });

  test("place each of five carts once for three notifications and two completions at the same moment", {
    timeout: 240_000,
  }, async () => {
    const carts: PaidCheckout[] = [];
    for (let count = 0; count < 5; count++) carts.push(await payCheckout());
    const answers = carts.map((cart) =>
      Promise.all([
        ...[left, right, right].map((shop) => notify(shop, cart)),
        ...[left, right].map((shop) => shop.complete(cart.checkout)),
      ]),
    );
    for (const [first, second, third] of await Promise.all(answers))
      expect([first, second, third]).toEqual(["200 OK", "200 OK", "200 OK"]);
    for (const cart of carts) await expectPlacedOnce(cart);
  });

  test("answer a repeated notification at the other process, and place no second order", {
    timeout: 120_000,
  }, async () => {
    const cart = await payCheckout();
    expect(await notify(left, cart)).toBe("200 OK");
    await expectPlacedOnce(cart);
    for (const shop of [right, left, right]) expect(await notify(shop, cart)).toBe("200 OK");
    // The same sale, paid by another transaction: it is kept, and shown to staff.
    await control.payAgain(cart.attemptId);
    await control.nextDelivery(cart.attemptId);
    const { payment, ...records } = await right.read(cart.checkout);
    expect(payment.reviewItems.map(({ kind }) => kind)).toEqual(["paid-twice"]);
    expect(records).toMatchObject({ orders: 1, effects: 1, recordedAmounts: [{ minor: 1100 }] });
  });

  test("continue after one of them dies between two steps", {
    timeout: 180_000,
  }, async () => {
    const lines = [{ name: "Tea", price: 550, quantity: 2 }];
    const checkout = await left.checkout({ currency: "USD", lines, buyer: ada });
    await left.restart();
    await left.submit(checkout, { variant: "hosted" });
    await left.restart();
    const attemptId = (await right.read(checkout)).payment.attempts[0]?.attemptId ?? "";
    await left.killAfter("received");
    await control.resolve(attemptId, { outcome: "paid" });
    await left.waitForDeath();
    await right.moveClock(301);
    await right.sweep();
    await left.startAgain();
    await expect
      .poll(() => right.read(checkout), { timeout: 60_000 })
      .toMatchObject({
        payment: { state: "paid", reviewItems: [] },
        ...{
          orders: 1,
          paid: true,
          effects: 1,
          taken: 2,
          recordedAmounts: [{ minor: 1100, currency: "USD" }],
        },
      });
  });

  // A lock in Redis expires by itself, in two minutes that no test waits for.
  test.skipIf(hasRedis)(
    "if a process with the cart's lock dies after it created an order, another process completes the cart with one order",
    {
      timeout: 180_000,
    },
    async () => {
      const cart = await payCheckout();
      const before = await right.orderCount();
      await left.killBeforeCartIsLinked();
      await notify(left, cart).catch(() => undefined);
      await left.waitForDeath();
      expect(await right.orderCount()).toBe(before + 1);
      await right.outliveLocks();
      await right.moveClock(301);
      await right.sweep();
      await left.startAgain();
      await expectPlacedOnce(cart);
      expect(await right.orderCount()).toBe(before + 1);
    },
  );

  // A lock in Redis expires by itself, in two minutes that no test waits for.
  test.skipIf(hasRedis).each(["before a refund", "with an order change open"] as const)(
    "add a recorded refund once, after a process died %s and two sweeps run at once",
    { timeout: 240_000 },
    async (crashPoint) => {
      const cart = await payCheckout();
      await notify(left, cart);
      await expectPlacedOnce(cart);
      const { attemptId, checkout } = cart;
      const record = (shop: MedusaShop, minor: number, reference: string) =>
        shop.resolveReviewItem({
          ...{ attemptId, action: "record-refund", operator: { id: "user_1" }, note: "Back office." },
          refund: { amount: { minor, currency: "USD" }, reference },
        });
      await left.killWhileRefunding(crashPoint);
      await record(left, 500, "R-1").catch(() => undefined);
      await left.waitForDeath();
      const isInside = crashPoint === "with an order change open";
      const none = { refunds: [], transactions: [], credits: [], openChanges: 0 };
      const inside = { refunds: [5], transactions: [-5], credits: [], openChanges: 1 };
      expect(await right.refunds(checkout)).toEqual(isInside ? inside : none);
      await left.startAgain();
      await right.outliveLocks();
      await Promise.all([left, right].map((shop) => shop.moveClock(301)));
      await Promise.all([left, right].map((shop) => shop.sweep()));
      const synced = { refunds: [5], transactions: [-5], credits: [5], openChanges: 0 };
      await expect.poll(() => right.refunds(checkout), { timeout: 60_000 }).toEqual(synced);
      await record(right, 200, "R-2");
      const both = { refunds: [5, 2], transactions: [-5, -2], credits: [5, 2], openChanges: 0 };
      expect(await right.refunds(checkout)).toEqual(both);
    },
  );

  describe("renew each cycle of a subscription once", () => {
    const plan = {
      id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
      name: "Tea each week",
      type: "weekly",
      description: "The same tea again each week",
      attempts: 3,
    } as const;
    const card = { number: "4242424242424242", month: "12", year: "2099", cvv: "0739" };

    /** Charged each week, until the test ends. Its notifications go to the left one. */
    async function subscribed() {
      const lines = [{ name: "Tea", price: 550, quantity: 2 }];
      const checkout = await left.checkout({ currency: "USD", lines, buyer: ada });
      await left.submit(checkout, { variant: "subscription", card, plan });
      const { payment } = await left.read(checkout);
      const attemptId = payment.attempts[0]?.attemptId ?? "";
      onTestFinished(async () => void (await control.closeOrder(attemptId)));
      return { checkout, attemptId };
    }

    const isBegun = ({ checkout }: { checkout: CheckoutKey }) =>
      expect.poll(async () => (await left.read(checkout)).paid, { timeout: 60_000 }).toBe(true);

    const isRenewed = (checkout: CheckoutKey, cycles: readonly number[]) =>
      expect
        .poll(
          async () => {
            const { payment, renewals = [] } = await right.read(checkout);
            return [
              payment.reviewItems,
              renewals.map(({ cycle, amount }) => [cycle, amount.minor]).sort(byNumber),
            ];
          },
          { timeout: 60_000 },
        )
        .toEqual([[], cycles.map((cycle) => [cycle, 1100])]);
    const byNumber = ([one = 0]: number[], [other = 0]: number[]) => one - other;

    /** What the gateway says of the next cycle of each, which has come to nobody yet. */
    async function toldLater(all: readonly { attemptId: string }[]) {
      const lie = (faults: readonly FaultInput[]) =>
        Promise.all(
          all.map(({ attemptId }) => control.setFaults({ of: "order", orderId: attemptId }, faults)),
        );
      await lie([{ kind: "wrong_token" }]);
      await control.advance({ days: 7 });
      await lie([]);
      const details = await Promise.all(all.map(({ attemptId }) => control.orderDetails(attemptId)));
      return details.map(({ timeline }) => {
        const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
        const notifyUrl = timeline.find((event) => event.type === "submitted")?.fields.pay_notifyurl ?? "";
        return { path: notifyUrl.slice(left.publicUrl.length), body };
      });
    }

    test("if many notifications arrive at the same moment, without waiting for each other's connections", {
      timeout: 240_000,
    }, async () => {
      const crowd: Awaited<ReturnType<typeof subscribed>>[] = [];
      for (let count = 0; count < 12; count++) crowd.push(await subscribed());
      for (const each of crowd) await isBegun(each);
      const told = await toldLater(crowd);
      const answers = await Promise.all(told.map((each) => notify(left, each)));
      expect(new Set(answers)).toEqual(new Set(["200 OK"]));
      for (const { checkout } of crowd) await isRenewed(checkout, [2]);
      expect((await left.dump()).logged).not.toContain("job-postponed");
    });

    // A lock in Redis expires by itself, in two minutes that no test waits for.
    test.skipIf(hasRedis)(
      "if a process dies while it holds the lock",
      {
        timeout: 180_000,
      },
      async () => {
        const subscription = await subscribed();
        await isBegun(subscription);
        await left.killBeforeCartIsLinked();
        await control.advance({ days: 7 }, { deliveries: "later" });
        await left.waitForDeath();
        await right.outliveLocks();
        await right.moveClock(301);
        await right.sweep();
        await isRenewed(subscription.checkout, [2]);
        await left.startAgain();
      },
    );
  });
});
