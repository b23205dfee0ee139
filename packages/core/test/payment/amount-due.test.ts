import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createGateway,
  type OrderRefusal,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
} from "../../src/entries/adapter.ts";
import { type JobOutcome, MemoryStore } from "../../src/entries/store.ts";
import { type Money, money, type PayIndexEvent } from "../../src/index.ts";
import { amountDueProblem } from "../../src/payment/placed-order.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import {
  buyer,
  hostedSaleInput,
  notificationFields,
  signFields,
  TestShop,
  testOptions,
} from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

/** A hosted sale of 19.99 USD that is paid, in a shop whose order costs this by then. */
async function paid(due: Money | undefined): Promise<TestShop> {
  const shop = new TestShop();
  shop.due = () => due;
  await shop.gateway.start(hostedSaleInput());
  expect(await shop.notify()).toMatchObject({ status: 200, body: "OK" });
  return shop;
}

test.each([
  ["more", money(999_900, "USD"), "9999.00 USD"],
  ["another currency", money(1999, "JPY"), "1999 JPY"],
])(
  "an order that now costs %s is not placed, and its item names both amounts (ENG-DUE)",
  async (_, due, text) => {
    const shop = await paid(due);
    const message = `The order cost 19.99 USD when the payment started, and ${text} is due now. Refund the payment, or try again when 19.99 USD is due again.`;
    const item = { kind: "order-not-placed", problem: { code: "order_changed", message } };
    expect(await openItem(shop)).toMatchObject(item);
    expect([shop.placed, await shop.state()]).toEqual([[], "paid"]);
  },
);

test("a discounted first period is placed for the price of the order, not for the charged amount (ENG-DUE)", async () => {
  for (const isDue of ["amount", "chargedAmount"] as const) {
    const shop = new SubscriptionShop();
    shop.due = (payment) => payment[isDue];
    const plan = { ...minimalSales.subscription.plan, firstPeriodAmount: 999 };
    await shop.gateway.start({ ...minimalSales.subscription, plan });
    await shop.cycle(1, { true_amount: "9.99" });
    expect(shop.placed).toHaveLength(isDue === "amount" ? 1 : 0);
  }
});

test("an operator can accept another amount, but the order must still cost its price at the start (ENG-DUE)", async () => {
  for (const due of [1999, 1900]) {
    const shop = new TestShop();
    shop.due = () => money(due, "USD");
    await shop.gateway.start(hostedSaleInput());
    await shop.notify({ true_amount: "19.00" });
    await resolve(shop, "accept", { kind: "amount-mismatch" });
    const placed = due === 1999;
    expect([shop.placed.length, await shop.itemKinds()]).toEqual(
      placed ? [1, []] : [0, ["order-not-placed"]],
    );
  }
});

describe("a host", () => {
  type Tx = { readonly written: string[] };

  /** A memory store whose transactions keep what was written and finished if they resolve. */
  class TransactionStore extends MemoryStore {
    readonly committed: string[] = [];

    async transaction<Result>(request: (tx: Tx & { ends: (() => Promise<unknown>)[] }) => Promise<Result>) {
      const tx = { written: [] as string[], ends: [] as (() => Promise<unknown>)[] };
      const result = await request(tx);
      for (const end of tx.ends) await end();
      this.committed.push(...tx.written);
      return result;
    }

    override async completeJob(
      id: string,
      how: JobOutcome,
      tx?: { ends: (() => Promise<unknown>)[] },
    ): Promise<boolean> {
      if (tx === undefined) return super.completeJob(id, how);
      tx.ends.push(() => super.completeJob(id, how));
      return true;
    }
  }

  async function paidAt(
    placeOrder: (
      request: PlaceOrderRequest<Tx>,
      store: TransactionStore,
    ) => Promise<PlaceOrderAnswer | OrderRefusal>,
  ) {
    const store = new TransactionStore();
    const events: PayIndexEvent[] = [];
    let form = new URLSearchParams();
    const gateway = createGateway<Tx>({
      options: testOptions,
      store: store as never,
      orders: { placeOrder: (request) => placeOrder(request, store) },
      pages: { orderPage: () => "/" },
      platform: {
        now: () => new Date("2026-03-01T12:00:00.000Z"),
        after: () => () => undefined,
        randomBytes,
        fetch: async (_, init) => {
          form = new URLSearchParams(String(init?.body));
          return Response.json({ status: 1, url: "https://gateway.test/page" });
        },
      },
      onEvent: (event) => events.push(event),
    });
    await gateway.start({ reference: "order-1", variant: "hosted", amount: money(1999, "USD"), buyer });
    const [attemptId = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const bytes = new TextEncoder().encode(
      new URLSearchParams(signFields(notificationFields(form))).toString(),
    );
    await gateway.receive({ attemptId, token, body: { kind: "raw", bytes, contentType: undefined } });
    const outcome = events.findLast(({ event }) => /^(job-|review-item-)/.test(event));
    return { gateway, store, outcome };
  }

  const other = money(2, "USD");
  test.each<[string, (request: PlaceOrderRequest<Tx>) => object]>([
    ["that does not compare the amount", () => ({})],
    ["that returns a made-up proof", () => ({ amount: {} })],
    [
      "that returns an outdated proof",
      ({ payment, checkAmountDue }) => {
        const amount = checkAmountDue(payment.amount);
        try {
          checkAmountDue(other);
        } catch {
          checkAmountDue(payment.amount);
        }
        return { amount };
      },
    ],
  ])("%s has not placed the order", async (_, proof) => {
    const answer = async (request: PlaceOrderRequest<Tx>) => ({ placed: {}, ...proof(request) });
    const { outcome } = await paidAt(answer as never);
    const message =
      "The host placed the order without comparing the amount due: call complete or checkAmountDue.";
    expect(outcome).toMatchObject({ event: "job-postponed", error: { message } });
  });

  test("with transactions commits nothing if the amounts differ", async () => {
    const { outcome, store } = await paidAt((request, store) =>
      store.transaction(async (tx) => {
        const amount = await request.complete(tx, () => other);
        tx.written.push("order");
        return { placed: {}, amount };
      }),
    );
    expect(store.committed).toEqual([]);
    expect(outcome).toMatchObject({ event: "review-item-opened", code: "order_changed" });
  });

  test("whose database wraps core's error gets a review item with the right code", async () => {
    const { outcome } = await paidAt(async (request, store) => {
      try {
        return await store.transaction(async (tx) => ({
          placed: {},
          amount: await request.complete(tx, () => other),
        }));
      } catch (cause) {
        throw new Error("The transaction failed.", { cause });
      }
    });
    expect(outcome).toMatchObject({ event: "review-item-opened", code: "order_changed" });
  });

  test("that repeats its transaction is checked by the last one", async () => {
    const { outcome, store } = await paidAt(async (request, store) => {
      const place = (due: Money) =>
        store.transaction(async (tx) => {
          const amount = await request.complete(tx, () => due);
          tx.written.push("order");
          return { placed: {}, amount };
        });
      return place(other).catch(() => place(request.payment.amount));
    });
    expect(outcome).toMatchObject({ event: "job-completed" });
    expect(store.committed).toEqual(["order"]);
  });
});

describe("the amount due that a host returns", () => {
  const price = money(1999, "USD");

  test("is the price, or has a problem with a solution", () => {
    expect(amountDueProblem(price, money(1999, "USD"))).toBeUndefined();
    expect(amountDueProblem(price, undefined)).toEqual({
      code: "order_missing",
      message:
        "The shop has no order for this payment of 19.99 USD. Restore the order and try again, or refund the payment.",
    });
  });

  test.each([
    [{ minor: 19.99, currency: "USD" }, /: minor .+\. Return money\(/],
    [{ minor: -1, currency: "ABC" }, /: minor .+; currency .+\. Return money\(/],
    ["19.99", /: .+\. Return money\(minorUnits, currency\), or undefined/],
  ])("is not money: %j", (due, problem) => {
    const message = expect.stringMatching(`^The shop returned an invalid amount due${problem.source}`);
    expect(() => amountDueProblem(price, due)).toThrow(
      expect.objectContaining({ code: "money_invalid", message }),
    );
  });
});
