import { afterEach, expect, test } from "vitest";
import { CardDetails, money } from "../src/index.ts";
import { buyer, closeShops, TestShop } from "./test-shop.ts";

afterEach(closeShops);

test("onSubscriptionClosed is called once, and the status has the closed subscription with its cycles (CYC-CLOSED)", async () => {
  const diary: string[] = [];
  const shop = await TestShop.open({
    options: {
      acceptRawCards: true,
      onRenewal: ({ cycle, tx }) => tx.write(() => diary.push(`cycle ${cycle.number}`)),
      onSubscriptionClosed: ({ payment, tx }) => tx.write(() => diary.push(`closed ${payment.reference}`)),
    },
  });
  await shop.pay.start({
    reference: "tea",
    variant: "subscription",
    amount: money(1999, "USD"),
    buyer,
    items: [{ name: "Tea", price: 1999, quantity: 1 }],
    card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
    plan: {
      id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
      name: "Tea",
      type: "weekly",
      description: "Tea each week",
      attempts: 3,
    },
  });
  const cycle = (number: number, more: Record<string, string> = {}) =>
    shop.notify({
      payment_transaction_id: "M1",
      payment_period_count: String(number),
      transaction_id: `T${number}`,
      ...more,
    });
  await cycle(1);
  await cycle(2, { enabled: "0" });
  await cycle(2, { enabled: "0", datetime: "20990101000000" });
  expect([shop.orders, diary.sort()]).toEqual([["tea"], ["closed tea", "cycle 2"]]);
  const [attempt] = (await shop.pay.status({ reference: "tea" })).attempts;
  expect(attempt?.subscription).toMatchObject({
    state: "closed",
    planType: "weekly",
    totalCount: 52,
    cycles: [
      { number: 1, state: "paid", transactionId: "T1", placedOrder: {} },
      { number: 2, state: "paid", transactionId: "T2", placedOrder: {} },
    ],
  });
});
