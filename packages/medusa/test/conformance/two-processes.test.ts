import type { CheckoutKey, PaymentSubmission } from "@pay-index/conformance";
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

const tea = [{ name: "Tea", price: 550, quantity: 2 }];

type Delivery = Awaited<ReturnType<typeof deliverNowhere>>[number];
type PaidCheckout = Awaited<ReturnType<typeof payCheckout>>;

/** What the gateway says meanwhile of these attempts. It is signed and sent, but to an address where nobody is. */
async function deliverNowhere(attemptIds: readonly string[], run: () => Promise<unknown>) {
  const lie = (...faults: FaultInput[]) =>
    Promise.all(attemptIds.map((orderId) => control.setFaults({ of: "order", orderId }, faults)));
  await lie({ kind: "wrong_token" });
  await run();
  await lie();
  const details = await Promise.all(attemptIds.map((id) => control.orderDetails(id)));
  return details.map(({ timeline }) => {
    const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
    const notifyUrl = timeline.find((event) => event.type === "submitted")?.fields.pay_notifyurl ?? "";
    return { path: notifyUrl.slice(left.publicUrl.length), body };
  });
}

async function submitTea(submission: PaymentSubmission = { variant: "hosted" }) {
  const checkout = await left.checkout({ currency: "USD", lines: tea, buyer: ada });
  await left.submit(checkout, submission);
  return { checkout, attemptId: (await left.read(checkout)).payment.attempts[0]?.attemptId ?? "" };
}

/** A cart that was paid at the gateway, which has told nobody yet. */
async function payCheckout() {
  const submitted = await submitTea();
  const [delivery] = await deliverNowhere([submitted.attemptId], async () => {
    await control.resolve(submitted.attemptId, { outcome: "paid" });
    await control.nextDelivery(submitted.attemptId);
  });
  return { ...submitted, ...(delivery as Delivery) };
}

/** What the gateway says, to one of the two. Gives the answer. */
async function notify({ publicUrl }: MedusaShop, { path, body }: Delivery) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(publicUrl + path, { method: "POST", headers, body });
  return `${response.status} ${await response.text()}`;
}

/** One order with one capture, and nothing that anybody would have to look at. */
async function expectPlacedOnce({ checkout }: Pick<PaidCheckout, "checkout">, shop = left): Promise<void> {
  await expect
    .poll(() => shop.read(checkout), { timeout: 60_000 })
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
    // Repeats at both processes place nothing. Another transaction for the same sale is kept, and shown to staff.
    const [cart] = carts as [PaidCheckout];
    for (const shop of [right, left, right]) expect(await notify(shop, cart)).toBe("200 OK");
    await control.payAgain(cart.attemptId);
    await control.nextDelivery(cart.attemptId);
    const { payment, ...records } = await right.read(cart.checkout);
    expect(payment.reviewItems.map(({ kind }) => kind)).toEqual(["paid-twice"]);
    expect(records).toMatchObject({ orders: 1, effects: 1, recordedAmounts: [{ minor: 1100 }] });
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
      const subscription = await submitTea({ variant: "subscription", card, plan });
      onTestFinished(async () => void (await control.closeOrder(subscription.attemptId)));
      return subscription;
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

    test("if many notifications arrive at the same moment, without waiting for each other's connections", {
      timeout: 240_000,
    }, async () => {
      const crowd: Awaited<ReturnType<typeof subscribed>>[] = [];
      for (let count = 0; count < 12; count++) crowd.push(await subscribed());
      for (const each of crowd) await isBegun(each);
      const ids = crowd.map(({ attemptId }) => attemptId);
      const told = await deliverNowhere(ids, () => control.advance({ days: 7 }));
      const answers = await Promise.all(told.map((each) => notify(left, each)));
      expect(new Set(answers)).toEqual(new Set(["200 OK"]));
      for (const { checkout } of crowd) await isRenewed(checkout, [2]);
      expect((await left.dump()).logged).not.toContain("job-postponed");
    });
  });
});
