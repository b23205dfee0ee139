import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createGateway } from "../../src/entries/adapter.ts";
import { MemoryStore, type Payment } from "../../src/entries/store.ts";
import { type Gateway, money, type Sale } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import {
  buyer,
  notificationFields,
  redirectResponse,
  signFields,
  testOptions,
} from "../fixtures/test-shop.ts";

/** Loads every attempt of a payment, whatever the caller selects. */
class UnboundedStore extends MemoryStore {
  override async load(...[key, read = {}]: Parameters<MemoryStore["load"]>): Promise<Payment> {
    return super.load(key, { ...read, newest: 1000 });
  }
}

type Step =
  | {
      readonly does: "start";
      readonly amount: number;
      readonly variant: "hosted" | "link";
      readonly answer: keyof typeof answers;
    }
  | { readonly does: "notify"; readonly attempt: number; readonly fields: keyof typeof reports }
  | { readonly does: "pass"; readonly seconds: number }
  | { readonly does: "sweep" }
  | {
      readonly does: "resolve";
      readonly attempt: number;
      readonly action: "accept" | "dismiss" | "record-refund";
      readonly item: boolean;
    };

const answers = {
  redirect: () => redirectResponse("https://gateway.test/page/1"),
  declined: () => Response.json({ status: 2 }),
  approved: () => Response.json({ status: 0 }),
  unknown: () => new Response("<html>"),
};

const reports = {
  paid: {},
  failed: { returncode: "2" },
  short: { true_amount: "0.01" },
  "unknown code": { returncode: "7" },
};

const attempt = fc.nat({ max: 11 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constant("start" as const),
        amount: fc.integer({ min: 1, max: 4 }),
        variant: fc.constantFrom("hosted", "link"),
        answer: fc.constantFrom("redirect", "redirect", "redirect", "declined", "approved", "unknown"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant("notify" as const),
        attempt,
        fields: fc.constantFrom("paid", "failed", "failed", "short", "unknown code"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant("pass" as const),
        seconds: fc.constantFrom(1, 60, 950, 3601),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ does: "sweep" as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant("resolve" as const),
        attempt,
        action: fc.constantFrom("accept", "dismiss", "record-refund"),
        item: fc.boolean(),
      }),
    },
  ),
  { maxLength: 30 },
);

/** A shop whose chance is its own steps, so that two of them create the same gateway order IDs. */
class Replayed {
  now = new Date("2026-03-01T12:00:00.000Z");
  readonly forms: URLSearchParams[] = [];
  readonly placed: string[] = [];
  readonly gateway: Gateway;
  readonly store: MemoryStore;
  #answer: keyof typeof answers = "redirect";
  #random = 0;

  constructor(store: MemoryStore) {
    this.store = store;
    this.gateway = createGateway({
      options: { ...testOptions, attemptsPerHour: 6 },
      store,
      orders: {
        placeOrder: async ({ key, payment, checkAmountDue }) => {
          const amount = checkAmountDue(payment.amount);
          this.placed.push(key);
          return { placed: {}, amount };
        },
      },
      pages: { orderPage: ({ state }) => `/order?${state}`, retryPage: () => "/retry" },
      platform: {
        now: () => this.now,
        after: () => () => undefined,
        randomBytes: (size) => this.#bytes(size),
        fetch: async (_, init) => {
          this.forms.push(new URLSearchParams(String(init?.body)));
          return answers[this.#answer]();
        },
      },
    });
  }

  #bytes(size: number): Uint8Array<ArrayBuffer> {
    const hash = createHash("shake256", { outputLength: size }).update(String(this.#random++));
    return new Uint8Array(hash.digest());
  }

  /** What a caller of the step sees, or the code of its error. */
  async run(step: Step): Promise<unknown> {
    try {
      return await this.#run(step);
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }

  async #run(step: Step): Promise<unknown> {
    switch (step.does) {
      case "start": {
        this.#answer = step.answer;
        const sale = {
          reference: "order-1",
          variant: step.variant,
          amount: money(step.amount * 100, "USD"),
          buyer,
        };
        const { state, attemptId, reused } = await this.gateway.start(sale as Sale);
        return { state, attemptId, reused };
      }
      case "notify": {
        const form = this.forms[step.attempt];
        if (form === undefined) return undefined;
        const [attemptId = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
        const said = {
          ...notificationFields(form),
          transaction_id: `T${step.attempt}`,
          ...reports[step.fields],
        };
        const fields = Object.fromEntries(new URLSearchParams(signFields(said)));
        return this.gateway.receive({
          attemptId,
          token,
          body: { kind: "parsed", fields, contentType: undefined },
        });
      }
      case "pass":
        this.now = new Date(this.now.getTime() + step.seconds * 1000);
        return undefined;
      case "sweep":
        return this.gateway.sweep();
      case "resolve": {
        const attemptId = this.forms[step.attempt]?.get("pay_orderid") ?? "";
        const { reviewItems } = await this.gateway.status({ reference: "order-1" });
        const item = step.item && reviewItems[0] ? { reviewItemId: reviewItems[0].id } : {};
        const { action } = step;
        return this.gateway.resolveReviewItem({
          attemptId,
          action,
          operator: { id: "ada" },
          note: "Looked.",
          ...item,
        });
      }
    }
  }

  async outcome() {
    const {
      state,
      reviewItems,
      placedOrder,
      attempts: payments,
      attemptCount,
    } = await this.gateway.status({
      reference: "order-1",
    });
    const { attempts: all, jobs } = await loadAllAttempts(this.store);
    const attempts = all.map(({ attemptId, state: own, isWinning }) => ({
      attemptId,
      own,
      isWinning,
    }));
    return {
      state,
      items: [...reviewItems].sort(byId),
      placed: placedOrder,
      attemptCount,
      shown: payments.length,
      attempts,
      jobs: jobs.map(({ id, status, problem }) => ({ id, status, problem })).sort(byId),
      orders: this.placed,
    };
  }
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

test("bounded reads give the same result as reading every attempt, step by step (ENG-COMMIT, ENG-LIMIT)", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const [bounded, unbounded] = [new Replayed(new MemoryStore()), new Replayed(new UnboundedStore())];
      for (const step of taken) {
        expect(await bounded.run(step)).toEqual(await unbounded.run(step));
        expect(await bounded.outcome()).toEqual(await unbounded.outcome());
      }
    }),
    { numRuns: 200 },
  );
});

test("the item of missing results names exactly the due attempts without a result, in any order of facts (B-29)", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const shop = new Replayed(new MemoryStore());
      for (const step of taken) if (step.does !== "resolve") await shop.run(step);
      for (let round = 0; round < 2; round++) await shop.gateway.sweep();
      const { attempts, reviewItems } = await loadAllAttempts(shop.store);
      const open = attempts.filter(({ state }) => ["created", "pending", "approved"].includes(state));
      const due = open.filter(({ createdAt }) => shop.now.getTime() - Date.parse(createdAt) >= 3_600_000);
      const isPaid = attempts.some(({ state }) => state === "paid");
      const items = reviewItems.filter(({ kind, status }) => kind === "no-result" && status === "open");
      const expected = isPaid || due.length === 0 ? [] : [[due.at(-1)?.attemptId, due.length]];
      expect(items.map(({ attemptId, noResult }) => [attemptId, noResult?.count])).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
