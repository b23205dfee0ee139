import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore, type Payment } from "../../src/entries/store.ts";
import { money } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

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

/** A shop that takes steps. What it returns names attempts by their number, because each shop creates its own IDs. */
class Played extends TestShop {
  constructor(store: MemoryStore) {
    super({ attemptsPerHour: 6 }, store, true);
  }

  /** What a caller of the step sees, or the code of its error. */
  async run(step: Step): Promise<unknown> {
    try {
      return this.#named(await this.#take(step));
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }

  #named<Value>(value: Value): Value {
    const text = JSON.stringify(value ?? null);
    return JSON.parse(
      this.submissions.reduce(
        (all, form, number) => all.replaceAll(attemptIdOf(form), `attempt ${number}`),
        text,
      ),
    );
  }

  async #take(step: Step): Promise<unknown> {
    switch (step.does) {
      case "start": {
        this.answer = answers[step.answer]();
        const amount = money(step.amount * 100, "USD");
        const { state, attemptId, reused } = await this.gateway.start({
          ...{ ...hostedSaleInput(), variant: step.variant, amount },
        });
        return { state, attemptId, reused };
      }
      case "notify": {
        const form = this.submissions[step.attempt];
        return form && this.notify({ transaction_id: `T${step.attempt}`, ...reports[step.fields] }, form);
      }
      case "pass":
        return this.pass(step.seconds);
      case "sweep":
        return this.gateway.sweep();
      case "resolve": {
        const attemptId = attemptIdOf(this.submissions[step.attempt]);
        const { reviewItems } = await this.gateway.status({ reference: "order-1" });
        const item = step.item && reviewItems[0] ? { reviewItemId: reviewItems[0].id } : {};
        const by = { operator: exampleOperator, note: "Looked." };
        return this.gateway.resolveReviewItem({ attemptId, action: step.action, ...by, ...item });
      }
    }
  }

  async outcome() {
    const { attempts: shown, ...status } = await this.gateway.status({ reference: "order-1" });
    const { attempts, jobs } = await loadAllAttempts(this.store);
    const outcome = this.#named({
      ...{ state: status.state, placed: status.placedOrder, attemptCount: status.attemptCount },
      ...{ shown: shown.length, orders: this.placed, items: status.reviewItems },
      attempts: attempts.map(({ attemptId, state, isWinning }) => ({ attemptId, state, isWinning })),
      jobs: jobs.map(({ id, status, problem }) => ({ id, status, problem })),
    });
    return { ...outcome, items: outcome.items.toSorted(byId), jobs: outcome.jobs.toSorted(byId) };
  }
}

const attemptIdOf = (form?: URLSearchParams) => form?.get("pay_orderid") ?? "";

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

test("bounded reads give the same result as reading every attempt, step by step (ENG-COMMIT, ENG-LIMIT)", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const [bounded, unbounded] = [new Played(new MemoryStore()), new Played(new UnboundedStore())];
      for (const step of taken) {
        expect(await bounded.run(step)).toEqual(await unbounded.run(step));
        expect(await bounded.outcome()).toEqual(await unbounded.outcome());
      }
    }),
    { numRuns: 200 },
  );
});
