import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { InboxEntry, Payment, PaymentChange } from "../../src/ports/store.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

/** A store whose answers come in an order that the scheduler chooses. */
class ScheduledStore extends MemoryStore {
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  override async load(...asked: Parameters<MemoryStore["load"]>): Promise<Payment> {
    return this.#later(() => super.load(...asked));
  }

  override async findAttempt(attemptId: string) {
    return this.#later(() => super.findAttempt(attemptId));
  }

  override async commit(change: PaymentChange) {
    return this.#later(() => super.commit(change));
  }

  override async receive(entry: InboxEntry) {
    return this.#later(() => super.receive(entry));
  }

  /** Both the way there and the way back take their time. */
  async #later<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#scheduler.schedule(Promise.resolve());
    const result = await work();
    await this.#scheduler.schedule(Promise.resolve());
    return result;
  }
}

test("the same sale that is started repeatedly at once is one attempt and one submission (ENG-START, B-12)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 8 }), async (scheduler, buyers) => {
      const shop = new TestShop({}, new ScheduledStore(scheduler));
      shop.answer = async () => {
        await scheduler.schedule(Promise.resolve());
        return redirectResponse("https://gateway.test/page/1");
      };
      const starts = Array.from({ length: buyers }, () => shop.gateway.start(hostedSaleInput()));
      const started = await scheduler.waitFor(Promise.all(starts));
      expect(shop.submissions).toHaveLength(1);
      expect(new Set(started.map(({ attemptId }) => attemptId)).size).toBe(1);
      expect(started.filter(({ reused }) => !reused)).toHaveLength(1);
      const { attempts } = await scheduler.waitFor(shop.gateway.status({ reference: "order-1" }));
      expect(attempts).toHaveLength(1);
    }),
    { numRuns: 150 },
  );
});

test("notifications at the same moment place one order, in any order of the store's answers (B-01, B-07)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 6 }), async (scheduler, copies) => {
      const shop = new TestShop({}, new ScheduledStore(scheduler));
      await scheduler.waitFor(shop.gateway.start(hostedSaleInput()));
      const replies = await scheduler.waitFor(
        Promise.all(Array.from({ length: copies }, () => shop.notify())),
      );
      expect(replies.map(({ body }) => body)).toEqual(Array(copies).fill("OK"));
      const { state, attempts, reviewItems } = await scheduler.waitFor(
        shop.gateway.status({ reference: "order-1" }),
      );
      expect({ state, payments: attempts.length, items: reviewItems, placed: shop.placed.length }).toEqual({
        state: "paid",
        payments: 1,
        items: [],
        placed: 1,
      });
    }),
    { numRuns: 150 },
  );
});
