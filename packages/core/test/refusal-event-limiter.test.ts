import { describe, expect, test } from "vitest";
import type { PayIndexEvent } from "../src/events/pay-index-event.ts";
import { RefusalEventLimiter } from "../src/refusal-event-limiter.ts";
import { hostedSaleInput, TestShop } from "./fixtures/test-shop.ts";

const token = "0".repeat(26);

const suppressed = (events: readonly PayIndexEvent[]) =>
  events.filter((event) => event.event === "refusals-suppressed");
const refusedOf = (events: readonly PayIndexEvent[]) =>
  events.filter((event) => event.event === "notification-refused");

async function strangers(shop: TestShop, count: number): Promise<void> {
  for (let stranger = 0; stranger < count; stranger++) {
    const attemptId = String(stranger).padStart(20, "0");
    const reply = await shop.gateway.receive({ attemptId, token, body: { kind: "large" } });
    expect(reply.status).toBe(404);
  }
}

/** Clock and timers that only the test moves. */
class Hand {
  now = new Date("2026-03-01T12:00:00.000Z");
  readonly timers = new Set<{ at: number; run: () => void }>();
  readonly events: PayIndexEvent[] = [];
  readonly reports = new RefusalEventLimiter(
    {
      now: () => this.now,
      after: (milliseconds, run) => {
        const timer = { at: this.now.getTime() + milliseconds, run };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
      },
    },
    (event) => this.events.push(event),
  );

  refuse(times: number, attempt?: string): void {
    for (let time = 0; time < times; time++)
      this.reports.report({ code: "unknown", message: "No payment." }, attempt);
  }

  pass(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000);
    for (const timer of [...this.timers])
      if (timer.at <= this.now.getTime()) {
        this.timers.delete(timer);
        timer.run();
      }
  }
}

describe("10,000 requests with unknown addresses in one minute", () => {
  test("emit ten events, and one with the exact count at the next sweep", async () => {
    const shop = new TestShop();
    await strangers(shop, 10_000);
    expect(refusedOf(shop.events)).toHaveLength(10);
    expect(suppressed(shop.events)).toEqual([]);
    await shop.sweepAfter(59);
    expect(suppressed(shop.events)).toEqual([]);
    shop.pass(1);
    await shop.gateway.tick();
    const count = { event: "refusals-suppressed", code: "unknown", count: 9_990 };
    expect(suppressed(shop.events)).toEqual([{ ...count, since: "2026-03-01T12:00:00.000Z" }]);
    await shop.gateway.tick();
    expect(suppressed(shop.events)).toHaveLength(1);
  });

  test("do not hide a refusal at a payment's own address or with another method, and are counted when the gateway is closed", async () => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    const form = shop.lastForm;
    await strangers(shop, 100);
    await shop.post({ memberid: "10009" }, form);
    const attemptId = form.get("pay_orderid");
    expect(refusedOf(shop.events).at(-1)).toMatchObject({ code: "foreign", attemptId });
    for (let time = 0; time < 20; time++)
      shop.gateway.reportRefusal({ code: "method", message: "POST only." });
    expect(refusedOf(shop.events)).toHaveLength(21);
    await shop.gateway.close();
    expect(suppressed(shop.events)).toMatchObject([{ count: 90 }, { count: 10 }]);
  });
});

test("refusals of one sender at a valid address are limited, counted for the attempt, and open one item", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  const unsigned = { memberid: "10002", orderid: attemptId };
  for (let time = 0; time < 200; time++) await shop.post({ ...unsigned, amount: String(time) });
  expect(refusedOf(shop.events)).toHaveLength(10);
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  await shop.sweepAfter(60);
  expect(suppressed(shop.events)).toMatchObject([{ code: "unsigned", count: 190, attemptId }]);
  expect((await shop.notify()).body).toBe("OK");
});

describe("without further requests, sweeps or closing", () => {
  test("a count is reported at the end of its window, although nothing else happens", () => {
    const hand = new Hand();
    hand.refuse(11);
    hand.pass(59);
    expect(suppressed(hand.events)).toEqual([]);
    hand.pass(1);
    expect(suppressed(hand.events)).toMatchObject([{ count: 1 }]);
    expect(hand.timers.size).toBe(0);
  });

  test("a window without suppressed events ends without a report and without a timer", () => {
    const hand = new Hand();
    hand.refuse(10);
    expect(hand.timers.size).toBe(0);
    hand.pass(60);
    hand.reports.flush();
    expect(suppressed(hand.events)).toEqual([]);
  });

  test("each attempt has its own window, which is deleted when it ends", () => {
    const hand = new Hand();
    hand.refuse(12, "A");
    hand.refuse(12, "B");
    hand.refuse(12);
    expect(refusedOf(hand.events)).toHaveLength(30);
    hand.pass(60);
    const counted = suppressed(hand.events).map((event) => "attemptId" in event && event.attemptId);
    expect(counted).toEqual(["A", "B", false]);
  });

  test("a clock that is set back ends the window", () => {
    const hand = new Hand();
    hand.refuse(12);
    hand.pass(-3600);
    hand.refuse(1);
    expect(suppressed(hand.events)).toMatchObject([{ count: 2 }]);
    expect(refusedOf(hand.events)).toHaveLength(11);
  });

  test("no timer is left after closing", () => {
    const hand = new Hand();
    hand.refuse(12);
    hand.reports.close();
    expect(hand.timers.size).toBe(0);
    expect(suppressed(hand.events)).toMatchObject([{ count: 2 }]);
  });
});
