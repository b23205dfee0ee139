import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { CardDetails, createPayIndex, type ExpressOptions, money } from "../src/index.ts";
import { startTick } from "../src/tick.ts";
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
    ["store", { store: undefined }],
    ["store", { store: "shop.db" }],
    ["amountDue", { amountDue: undefined }],
    ["amountDue", { amountDue: money(1999, "USD") }],
    ["onPaid", { onPaid: undefined }],
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
    ["tickEvery", { tickEvery: -1 }],
    ["tickEvery", { tickEvery: "10" }],
    ["gateway", { gateway: undefined }],
    ["publicUrl", { publicUrl: "localhost" }],
    ["merchants", { merchants: [] }],
    ["onpaid", { onpaid: () => undefined }],
  ])("%s: %o", async (path, wrong) => {
    const mistaken = { ...options, ...wrong } as ExpressOptions<MemoryTx>;
    await expect(createPayIndex(mistaken)).rejects.toMatchObject({
      code: "options_invalid",
      problems: [{ path }],
    });
  });
});

test("a shop needs one import only", () => {
  expect(money(1999, "USD")).toEqual({ minor: 1999, currency: "USD" });
  expect(String(CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }))).toBe(
    "[card]",
  );
});

test("the capabilities list that refunds are not supported, and the manual procedure (B-46)", async () => {
  const { capabilities } = (await TestShop.open()).pay;
  expect(capabilities.refund).toEqual({
    supported: false,
    instead: expect.stringContaining("record the refund here, with its amount and reference"),
  });
});

test("the log at start has the gateway, the merchants, the database and the schedule, and no key (B-50)", async () => {
  const shop = await TestShop.open({ options: { tickEvery: 30 } });
  const [ready] = shop.events;
  expect(ready).toMatchObject({
    event: "ready",
    gateway: shop.gateway.url,
    sandbox: true,
    merchants: expect.arrayContaining([
      expect.objectContaining({ tenant: "default", variants: expect.arrayContaining(["hosted"]) }),
    ]),
    database: "a store of the shop",
    schedule: "every 30 s",
  });
  expect(JSON.stringify(ready)).not.toMatch(/key/i);
});

test("a shop without onEvent logs to the console, without the events of every payment", async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line.split(" ").slice(0, 2).join(" "));
  const spies = (["info", "warn"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(write),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const shop = await TestShop.open({ options: { onEvent: undefined } as never });
  shop.gateway.answer = (_, response) => void response.writeHead(502).end();
  await shop.start();
  expect(lines).toEqual(["pay-index: ready", "pay-index: response-received"]);
});

test.each([
  ["without onEvent", { onEvent: undefined }],
  ["with an onEvent of its own", { onEvent: () => undefined }],
])("a shop %s prints the notify address at start (B-21, B-51)", async (_, options) => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => void spy.mockRestore());
  const shop = await TestShop.open({ options } as never);
  await shop.start();
  expect(lines).toEqual([
    expect.stringContaining("pay-index: ready SANDBOX: no money moves. The gateway must reach "),
  ]);
  expect(lines[0]).toContain(` ${shop.publicUrl}/notify/<gateway order ID>/<token> `);
});

test("an observer that throws changes no answer", async () => {
  const onEvent = () => {
    throw new Error("the log is full");
  };
  const shop = await TestShop.open({ options: { onEvent } });
  await shop.start();
  expect((await shop.send(shop.notifyPath)).body).toBe("method");
  expect((await shop.notify()).body).toBe("OK");
});

test("staff see the pending attempt, then its result (B-04)", async () => {
  const shop = await TestShop.open();
  const { attemptId } = await shop.start();
  expect(await shop.pay.status({ reference: "order-1" })).toMatchObject({
    state: "pending",
    attempts: [{ attemptId, variant: "hosted", amount: { minor: 1999, currency: "USD" } }],
  });
  await shop.pay.resolveReviewItem({
    attemptId,
    action: "accept",
    operator: { id: "user_1", name: "Grace" },
    note: "seen on the statement",
  });
  expect(await shop.state()).toBe("paid");
  expect(shop.orders).toEqual(["order-1"]);
});

test("amountDue gets the reference and the tenant, in the transaction that onPaid gets (ENG-DUE)", async () => {
  const asked: unknown[] = [];
  const told: unknown[] = [];
  const shop = await TestShop.open({
    options: {
      amountDue: ({ tx, ...of }) => {
        asked.push(of, tx);
        return money(1999, "USD");
      },
    },
  });
  shop.onPaid = ({ tx }) => void told.push(tx);
  await shop.start(hostedSaleInput("order-7"));
  await shop.notify();
  expect(asked[0]).toEqual({ reference: "order-7", tenant: "default" });
  expect(asked[1]).toBe(told[0]);
});

describe("the tick", () => {
  test("runs at once, and runs the jobs of a dead process (B-28)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const shop = await TestShop.open();
      await shop.start();
      const { onPaid } = shop;
      shop.onPaid = () => {
        throw new Error("not now");
      };
      await shop.notify();
      shop.onPaid = onPaid;
      vi.setSystemTime(Date.now() + 60_000);
      let done = () => {};
      const jobs = new Promise<void>((resolve) => {
        done = resolve;
      });
      const again = await createPayIndex(
        shop.options({
          tickEvery: 3600,
          onEvent: ({ event }) => {
            if (event === "job-completed") done();
          },
        }),
      );
      await jobs;
      expect(shop.orders).toEqual(["order-1"]);
      await again.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("never overlaps itself, and can be stopped", async () => {
    vi.useFakeTimers();
    try {
      let running = 0;
      let most = 0;
      let runs = 0;
      let release = () => {};
      const stop = startTick(async () => {
        runs++;
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running--;
      }, 10);
      expect(runs).toBe(1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(runs).toBe(1);
      release();
      await vi.advanceTimersByTimeAsync(10_000);
      expect({ runs, most }).toEqual({ runs: 2, most: 1 });
      release();
      stop();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(runs).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test("stops when the shop is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const shop = await TestShop.open({ options: { tickEvery: 10 } });
      expect(vi.getTimerCount()).toBe(1);
      await shop.pay.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("does not start with an interval of 0", async () => {
    let ticks = 0;
    startTick(async () => void ticks++, 0)();
    expect(ticks).toBe(0);
  });
});
