import { describe, expect, test, vi } from "vitest";
import {
  MemoryStore,
  noPaymentChanges,
  type PaymentChange,
  type ReviewItem,
} from "../../src/entries/store.ts";
import type { Alert, GatewayProblem, Options } from "../../src/index.ts";
import { hostedSaleInput, notificationFields, TestShop, testOptions } from "../fixtures/test-shop.ts";
import { cardSale } from "../start/card-sale.ts";

type AlertOptions = Omit<NonNullable<Options["alerts"]>, "send">;

/** A shop whose receiver records each alert that it accepts. Several shops on one store are several processes. */
class AlertShop extends TestShop {
  readonly sent: Alert[];
  receive: (alert: Alert) => unknown = () => undefined;

  constructor(options: AlertOptions = {}, store = new MemoryStore(), merchants = testOptions.merchants) {
    const sent: Alert[] = [];
    const send = async (alert: Alert) => {
      await this.receive(alert);
      sent.push(alert);
    };
    super({ alerts: { ...options, send }, merchants }, store);
    this.sent = sent;
  }

  async commit(reference: string, parts: Partial<PaymentChange>): Promise<void> {
    const key = { tenant: "default", reference };
    const { version } = await this.store.load(key);
    await this.store.commit({ ...noPaymentChanges, ...key, version, ...parts });
  }

  async openItems(count = 1, start = 0): Promise<void> {
    const reviewItems = Array.from({ length: count }, (_, index) => this.#item(start + index));
    await this.commit("order-1", { reviewItems });
  }

  #item(number: number): ReviewItem {
    const about = { tenant: "default", reference: "order-1", attemptId: "A1", dedupeKey: String(number) };
    const problem = { code: "order_changed", message: "The price of Ada's order changed." };
    const createdAt = this.now.toISOString();
    return { ...about, id: `item-${number}`, kind: "order-not-placed", status: "open", createdAt, problem };
  }

  async resolveItem(number = 0): Promise<void> {
    const resolution = { at: this.now.toISOString(), note: "Done." };
    await this.commit("order-1", { resolvedItems: [{ id: `item-${number}`, resolution }] });
  }

  /** Sweeps every ten seconds, as the timer does. */
  async sweepFor(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) await this.sweepAfter(10);
  }

  get kinds(): string[] {
    return this.sent.map(({ kind }) => kind);
  }
}

describe("review items", () => {
  test("an opened, an overdue and a resolved item make one alert each, also after a restart", async () => {
    const store = new MemoryStore();
    const first = new AlertShop({ overdueAfter: 300, staffUrl: "https://shop.test/staff" }, store);
    await first.openItems();
    await first.sweepFor(60);
    expect(first.sent).toEqual([
      {
        kind: "review-item-opened",
        id: expect.any(String),
        count: 1,
        since: "2026-03-01T12:00:00.000Z",
        kinds: { "order-not-placed": 1 },
        items: [
          {
            ...{ id: "item-0", kind: "order-not-placed", code: "order_changed" },
            ...{ tenant: "default", reference: "order-1", attemptId: "A1" },
          },
        ],
        subject: "New review items: 1",
        text: expect.stringContaining("- Order not placed: order-1 (default, gateway order ID A1)"),
      },
    ]);
    expect(first.sent[0]?.text).toMatch(/https:\/\/shop\.test\/staff$/);

    const second = new AlertShop({ overdueAfter: 300 }, store);
    second.now = first.now;
    await second.sweepFor(230);
    expect(second.kinds).toEqual([]);
    await second.sweepFor(60);
    await second.resolveItem();
    await second.sweepFor(60);
    expect(second.kinds).toEqual(["review-item-overdue", "review-item-resolved"]);
  });

  test("items within `groupFor` make one alert, 20 seconds after the first one", async () => {
    const shop = new AlertShop();
    await shop.openItems(1);
    await shop.sweepFor(10);
    await shop.openItems(4, 1);
    expect(shop.sent).toEqual([]);
    await shop.sweepFor(30);
    expect(shop.sent.map(({ kind, ...alert }) => [kind, "count" in alert && alert.count])).toEqual([
      ["review-item-opened", 5],
    ]);
  });

  test("an item that was resolved before its alert makes none, and one that opens again makes another", async () => {
    const shop = new AlertShop();
    await shop.openItems();
    await shop.resolveItem();
    await shop.sweepFor(60);
    expect(shop.sent).toEqual([]);
    await shop.commit("order-1", {
      reopenedItems: [{ ...(await shop.store.findReviewItem("item-0")), status: "open" } as ReviewItem],
    });
    await shop.sweepFor(60);
    expect(shop.kinds).toEqual(["review-item-opened"]);
  });
});

describe("a receiver that fails", () => {
  test("for a day loses nothing, gets few calls, and then one alert with the count", async () => {
    const shop = new AlertShop({ overdueAfter: 3 * 86_400 });
    let calls = 0;
    shop.receive = () => {
      calls++;
      throw new Error("500 for ada@example.com");
    };
    for (let hour = 0; hour < 24; hour++) {
      await shop.openItems(40, hour * 40);
      for (let minute = 0; minute < 60; minute += 5) await shop.sweepAfter(300);
    }
    expect(calls).toBeLessThan(110);
    const postponed = shop.events.filter(({ event }) => event === "alert-postponed");
    expect(postponed).toHaveLength(calls);
    expect(JSON.stringify(postponed)).not.toContain("ada@");
    shop.receive = () => undefined;
    await shop.sweepFor(1000);
    expect(shop.sent).toMatchObject([{ kind: "review-item-opened", count: 960 }]);
    expect(shop.sent[0]?.text).toContain("- and 950 more");
  });

  test("repeats an alert with the same id, and with another one if it has more items", async () => {
    const shop = new AlertShop();
    const ids: string[] = [];
    shop.receive = ({ id }) => {
      ids.push(id);
      if (ids.length < 4) throw new Error("500");
    };
    await shop.openItems();
    await shop.sweepFor(40);
    await shop.openItems(1, 1);
    await shop.sweepFor(60);
    expect(ids).toEqual([ids[0], ids[0], ids[0], expect.not.stringContaining(ids[0] ?? "")]);
    expect(shop.sent).toMatchObject([{ count: 2 }]);
  });

  test("or hangs delays neither a tick nor a notification, and is called again after `hookTimeout`", async () => {
    const shop = new AlertShop();
    let answer: () => void = () => undefined;
    shop.receive = () => new Promise<void>((resolve) => (answer = resolve));
    await shop.openItems();
    await shop.gateway.start(hostedSaleInput("order-2"));
    shop.pass(20);
    await shop.gateway.tick();
    await shop.notify();
    await shop.gateway.tick();
    expect(await shop.state("order-2")).toBe("paid");
    await shop.elapse(10);
    expect(shop.events).toContainEqual(
      expect.objectContaining({
        event: "alert-postponed",
        error: { code: "hook_timeout", message: expect.any(String) },
      }),
    );
    shop.receive = () => undefined;
    await shop.sweepFor(20);
    answer();
    expect(shop.sent.length).toBe(1);
  });
});

test("of two processes, one sends each alert, and the other one goes on if the first dies", async () => {
  const store = new MemoryStore();
  const [left, right] = [new AlertShop({}, store), new AlertShop({}, store)];
  const ids: string[] = [];
  left.receive = ({ id }) => {
    ids.push(id);
    return new Promise(() => undefined);
  };
  await left.openItems();
  left.pass(20);
  right.pass(20);
  await left.gateway.tick();
  await right.sweepFor(20);
  expect([ids.length, right.sent]).toEqual([1, []]);
  await right.sweepFor(20);
  expect(right.sent.map(({ id }) => id)).toEqual(ids);
});

describe("the gateway", () => {
  const healthy = ["gateway-unhealthy", "gateway-recovered"];
  const merchants = (...problems: GatewayProblem[]) => [{ tenant: "default", merchantId: "10002", problems }];

  test("without answers is reported once, and once when it answers again", async () => {
    const shop = new AlertShop();
    const answer = shop.answer;
    shop.answer = () => Promise.reject(new Error("connect ECONNREFUSED"));
    for (const number of [1, 2, 3]) await shop.gateway.start(hostedSaleInput(`order-${number}`));
    await shop.sweepFor(60);
    expect(shop.sent).toMatchObject([
      { kind: "gateway-unhealthy", merchants: merchants("no-answers"), count: 1 },
    ]);
    expect((await shop.gateway.health()).problems).toEqual(["no-answers"]);
    shop.answer = answer;
    await shop.gateway.start(hostedSaleInput("order-4"));
    await shop.sweepFor(120);
    expect(shop.kinds).toEqual(healthy);
  });

  test("is looked at for a minute after a bad sign, and costs a sweep nothing otherwise", async () => {
    const shop = new AlertShop();
    const listAttempts = vi.spyOn(shop.store, "listAttempts");
    await shop.gateway.start(hostedSaleInput());
    await shop.notify();
    await shop.sweepFor(300);
    expect(listAttempts).not.toHaveBeenCalled();
    shop.answer = () => Promise.reject(new Error("connect ECONNREFUSED"));
    await shop.gateway.start(hostedSaleInput("order-2"));
    await shop.sweepFor(300);
    // Four looks, each at all tenants first.
    expect(listAttempts).toHaveBeenCalledTimes(8);
  });

  test("whose notifications do not verify is reported once, until one verifies", async () => {
    const shop = new AlertShop();
    await shop.gateway.start(hostedSaleInput());
    await shop.post(notificationFields(shop.lastForm));
    await shop.sweepFor(60);
    const unhealthy = { kind: "gateway-unhealthy", merchants: merchants("notifications-refused") };
    expect(shop.sent.filter(({ kind }) => kind === "gateway-unhealthy")).toMatchObject([unhealthy]);
    await shop.notify();
    await shop.sweepFor(60);
    expect(shop.kinds.filter((kind) => kind.startsWith("gateway"))).toEqual(healthy);
  });

  test("is healthy if one of many notifications does not verify", async () => {
    const shop = new AlertShop();
    await shop.gateway.start(hostedSaleInput());
    const first = shop.lastForm;
    await shop.gateway.start(hostedSaleInput("order-2"));
    await shop.notify({}, first);
    shop.pass(5);
    await shop.post({ ...notificationFields(shop.lastForm), amount: "1" });
    await shop.sweepFor(20);
    await shop.notify();
    await shop.sweepFor(60);
    expect(shop.kinds.filter((kind) => kind.startsWith("gateway"))).toEqual([]);
  });

  test("with a wrong key of one merchant is reported once, whatever the other merchant gets", async () => {
    const shop = new AlertShop({ locale: "zh" }, undefined, [
      { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] },
      { id: "10003", key: "another-key-than-its-gateway", variants: ["link"] },
    ]);
    const sell = async (number: number) => {
      await shop.gateway.start(hostedSaleInput(`good-${number}`));
      await shop.notify();
      await shop.gateway.start({ ...hostedSaleInput(`bad-${number}`), variant: "link" });
      shop.pass(60);
      await shop.notify();
    };
    for (const number of [1, 2, 3]) {
      await sell(number);
      await shop.sweepFor(60);
    }
    const ofGateway = () => shop.sent.filter(({ kind }) => kind.startsWith("gateway"));
    const bad = { tenant: "default", merchantId: "10003", problems: ["notifications-refused"] };
    expect(ofGateway()).toMatchObject([{ kind: "gateway-unhealthy", merchants: [bad], count: 1 }]);
    expect(shop.sent.find(({ kind }) => kind === "gateway-unhealthy")).toMatchObject({
      subject: "商户 10003 (default) 的网关自 2026-03-01T12:01:10.000Z 起出现问题",
      text: expect.stringContaining("- 10003 (default): 在最近一条通过验证的通知之后"),
    });
    const corrected = new AlertShop({}, shop.store, [
      { id: "10003", key: "sandbox-hosted-key", variants: ["link"] },
    ]);
    corrected.now = shop.now;
    await corrected.notify({}, shop.lastForm);
    await corrected.sweepFor(60);
    expect(corrected.sent.filter(({ kind }) => kind.startsWith("gateway"))).toMatchObject([
      { kind: "gateway-recovered", merchants: [bad] },
    ]);
  });

  test("that sends no notification of successful sales is reported once, until one arrives", async () => {
    const shop = new AlertShop();
    shop.answer = () => Response.json({ status: 0, msg: "transaction success" });
    for (const number of [1, 2]) await shop.gateway.start(cardSale(`order-${number}`));
    await shop.sweepFor(60);
    expect(shop.sent).toEqual([]);
    await shop.gateway.start(cardSale("order-3"));
    await shop.sweepFor(60);
    expect(shop.sent).toMatchObject([
      { kind: "gateway-unhealthy", merchants: merchants("no-notifications") },
    ]);
    await shop.notify();
    await shop.sweepFor(60);
    expect(shop.kinds).toEqual(healthy);
  });
});

test("a digest comes once each morning in its time zone, also if the shop starts later", async () => {
  const shop = new AlertShop({ digest: { at: "08:00", timeZone: "Asia/Shanghai" } });
  shop.now = new Date("2026-03-01T23:59:50.000Z");
  await shop.openItems();
  await shop.sweepFor(10);
  expect(shop.sent.filter(({ kind }) => kind === "digest")).toMatchObject([
    { day: "2026-03-02", count: 1, hasMore: false, since: "2026-03-01T23:59:50.000Z", merchants: [] },
  ]);
  await shop.sweepFor(600);
  shop.now = new Date("2026-03-03T03:00:00.000Z");
  await shop.sweepFor(60);
  const days = shop.sent.flatMap((alert) => (alert.kind === "digest" ? [alert.day] : []));
  expect(days).toEqual(["2026-03-02", "2026-03-03"]);
});
