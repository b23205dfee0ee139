import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { controlClient, type Desk } from "@pay-index/sandbox/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MedusaShop } from "./medusa-shop.mts";

// Two processes of one shop, whose locks are in Postgres. A buyer's requests and the gateway's may come to either.
let sandbox: Sandbox;
let desk: Desk;
let left: MedusaShop;
let right: MedusaShop;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [3_600_000] });
  desk = controlClient(sandbox.url);
  const { url: gateway, merchants } = sandbox;
  const settings = {
    gateway,
    sandbox: true,
    merchants: merchants
      .filter(({ variant }) => variant === "hosted")
      .map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
  };
  left = await MedusaShop.open(settings);
  right = await left.second(settings);
}, 180_000);
afterAll(async () => {
  await right?.close();
  await left?.close();
  await sandbox?.close();
}, 60_000);

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};

type Sold = Awaited<ReturnType<typeof sold>>;

/** A cart that was paid at the gateway, which has told nobody yet. */
async function sold() {
  const lines = [{ name: "Tea", price: 550, quantity: 2 }];
  const checkout = await left.checkout({ currency: "USD", lines, buyer: ada });
  await left.submit(checkout, { variant: "hosted" });
  const orderNumber = (await left.read(checkout)).book.payments[0]?.orderNumber ?? "";
  const of = { of: "order", orderNumber } as const;
  // Signed and sent, but to an address where nobody is: what was to be said is in the timeline.
  await desk.setFaults(of, [{ kind: "wrong_token" }]);
  await desk.settle(orderNumber, { outcome: "paid" });
  await desk.nextDelivery(orderNumber);
  await desk.setFaults(of, []);
  const { timeline } = await desk.story(orderNumber);
  const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
  const notifyUrl = timeline.find((event) => event.type === "submitted")?.fields.pay_notifyurl ?? "";
  return { checkout, orderNumber, body, path: notifyUrl.slice(left.publicUrl.length) };
}

/** What the gateway says, to one of the two. Gives the answer. */
async function notify({ publicUrl }: MedusaShop, { path, body }: Pick<Sold, "path" | "body">) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(publicUrl + path, { method: "POST", headers, body });
  return `${response.status} ${await response.text()}`;
}

/** One order with one capture, and nothing that anybody would have to look at. */
async function isPlacedOnce({ checkout }: Sold): Promise<void> {
  await expect
    .poll(() => left.read(checkout), { timeout: 30_000 })
    .toMatchObject({
      book: { state: "paid", items: [] },
      ...{ orders: 1, paid: true, cancelled: false, effects: 1, taken: 2 },
      payments: [{ minor: 1100, currency: "USD" }],
    });
}

describe("two processes", () => {
  test("three notifications and two completions of each of five carts, all at once", {
    timeout: 120_000,
  }, async () => {
    const carts: Sold[] = [];
    for (let count = 0; count < 5; count++) carts.push(await sold());
    const answers = carts.map((cart) =>
      Promise.all([
        ...[left, right, right].map((shop) => notify(shop, cart)),
        ...[left, right].map((shop) => shop.complete(cart.checkout)),
      ]),
    );
    for (const [first, second, third] of await Promise.all(answers))
      expect([first, second, third]).toEqual(["200 OK", "200 OK", "200 OK"]);
    for (const cart of carts) await isPlacedOnce(cart);
  });

  test("a cart that is an order already is notified again, at the other process", {
    timeout: 60_000,
  }, async () => {
    const cart = await sold();
    expect(await notify(left, cart)).toBe("200 OK");
    await isPlacedOnce(cart);
    for (const shop of [right, left, right]) expect(await notify(shop, cart)).toBe("200 OK");
    // The same sale, paid by another transaction: it is kept, and shown to staff.
    await desk.payAgain(cart.orderNumber);
    await desk.nextDelivery(cart.orderNumber);
    const { book, ...books } = await right.read(cart.checkout);
    expect(book.items.map(({ kind }) => kind)).toEqual(["paid-twice"]);
    expect(books).toMatchObject({ orders: 1, effects: 1, payments: [{ minor: 1100 }] });
  });

  test("a process ends between each pair of steps, and the other one goes on", {
    timeout: 180_000,
  }, async () => {
    const lines = [{ name: "Tea", price: 550, quantity: 2 }];
    const checkout = await left.checkout({ currency: "USD", lines, buyer: ada });
    await left.restart();
    await left.submit(checkout, { variant: "hosted" });
    await left.restart();
    const orderNumber = (await right.read(checkout)).book.payments[0]?.orderNumber ?? "";
    await left.dieAfter("received");
    await desk.settle(orderNumber, { outcome: "paid" });
    await left.death();
    await right.pass(301);
    await right.sweep();
    await left.revive();
    await expect
      .poll(() => right.read(checkout), { timeout: 30_000 })
      .toMatchObject({
        book: { state: "paid", items: [] },
        ...{ orders: 1, paid: true, effects: 1, taken: 2, payments: [{ minor: 1100, currency: "USD" }] },
      });
  });
});
