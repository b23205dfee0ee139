import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createPayIndex, type ExpressOptions, money } from "../src/index.ts";
import { MemoryExpressStore, type MemoryTx } from "./memory-express-store.ts";
import { closeShops, hostedSaleInput, TestShop } from "./test-shop.ts";

afterEach(closeShops);

describe("options are checked when the shop starts, and each problem has its path", () => {
  const options: ExpressOptions<MemoryTx> = {
    gateway: "http://localhost:4400",
    sandbox: true,
    publicUrl: "http://localhost:3000/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    store: new MemoryExpressStore(),
    amountDue: () => money(1999, "USD"),
    onPaid: () => undefined,
    orderPage: ({ reference }) => `/orders/${reference}`,
    tickEvery: 0,
  };

  test.each([
    ["store", { store: "shop.db" }],
    ["amountDue", { amountDue: undefined }],
    ["amountDue", { amountDue: money(1999, "USD") }],
    ["onPaid", { onPaid: "paid" }],
    ["onRenewal", { onRenewal: "renew" }],
    ["onSubscriptionClosed", { onSubscriptionClosed: {} }],
    ["onCycleFailed", { onCycleFailed: 1 }],
    ["onCycleOverdue", { onCycleOverdue: 1 }],
    ["onDispute", { onDispute: "mail" }],
    ["onRefunded", { onRefunded: "refunded" }],
    ["onRefundFailed", { onRefundFailed: {} }],
    ["orderPage", { orderPage: "/orders" }],
    ["retryPage", { retryPage: "/retry" }],
    ["pages", { pages: "ours" }],
    ["pages.outcome", { pages: { outcome: "theirs" } }],
    ["pages.language", { pages: { language: "de" } }],
    ["pages.email", { pages: { email: "yes" } }],
    ["pages.render", { pages: { render: "<html>" } }],
    ["pages.colour", { pages: { colour: "red" } }],
    ["cardSale", { cardSale: {}, acceptRawCards: true }],
    ["cardSale", { cardSale: () => undefined }],
    ["onEvent", { onEvent: "log" }],
    ["telemetry", { telemetry: {} }],
    ["tickEvery", { tickEvery: -1 }],
    ["tickEvery", { tickEvery: "10" }],
    ["cronSecret", { cronSecret: undefined }],
    ["cronSecret", { cronSecret: "too-short" }],
    ["waitUntil", { waitUntil: true }],
    ["alerts.send", { alerts: {} }],
    ["onpaid", { onpaid: () => undefined }],
  ])("%s: %o", async (path, wrong) => {
    const mistaken = { ...options, ...wrong } as ExpressOptions<MemoryTx>;
    await expect(createPayIndex(mistaken)).rejects.toMatchObject({
      code: "options_invalid",
      problems: [{ path }],
    });
  });
});

test("the log at start has the gateway, the merchants, the database and the schedule, and no key (B-50)", async () => {
  const shop = await TestShop.open({ options: { tickEvery: 30 } });
  const [ready] = shop.events;
  const merchant = { tenant: "default", variants: expect.arrayContaining(["hosted"]) };
  expect(ready).toMatchObject({
    ...{ event: "ready", gateway: shop.gateway.url, sandbox: true, merchants: [merchant] },
    ...{ database: "a store of the shop", schedule: "every 30 s" },
  });
  expect(JSON.stringify(ready)).not.toMatch(/key/i);
});

/** The lines of the console of a shop that starts one payment. */
async function consoleOf(options: object): Promise<{ shop: TestShop; lines: string[] }> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const spies = (["info", "warn"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(write),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const shop = await TestShop.open({ options });
  shop.gateway.answer = (_, response) => void response.writeHead(502).end();
  await shop.start();
  return { shop, lines };
}

test.each([
  ["without onEvent", { onEvent: undefined }, ["ready", "response-received"]],
  ["with an onEvent of its own", { onEvent: () => undefined }, ["ready"]],
])(
  "a shop %s prints the notify address at start, and no event of every payment (B-21, B-51)",
  async (...row) => {
    const { shop, lines } = await consoleOf(row[1]);
    expect(lines.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(
      row[2].map((event) => `pay-index: ${event}`),
    );
    expect(lines[0]).toContain("pay-index: ready SANDBOX: no money moves. The gateway must reach ");
    expect(lines[0]).toContain(` ${shop.publicUrl}/notify/<gateway order ID>/<token> `);
  },
);

test("an observer that throws changes no answer", async () => {
  const onEvent = () => {
    throw new Error("the log is full");
  };
  const shop = await TestShop.open({ options: { onEvent } });
  await shop.start();
  expect((await shop.send(shop.notifyPath)).body).toBe("method");
  expect((await shop.notify()).body).toBe("OK");
});

test("amountDue gets the reference and the tenant, in the transaction that onPaid gets (ENG-DUE)", async () => {
  const asked: unknown[] = [];
  const amountDue: ExpressOptions<MemoryTx>["amountDue"] = (order) => {
    asked.push(order);
    return money(1999, "USD");
  };
  const shop = await TestShop.open({ options: { amountDue } });
  const paid = vi.fn<TestShop["onPaid"]>();
  shop.onPaid = paid;
  await shop.start(hostedSaleInput("order-7"));
  await shop.notify();
  const [[{ tx } = {}] = []] = paid.mock.calls;
  const payment = expect.objectContaining({ variant: "hosted", amount: money(1999, "USD") });
  expect(asked).toEqual([{ reference: "order-7", tenant: "default", payment, tx }]);
});
