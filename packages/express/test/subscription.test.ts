import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { CardDetails, money } from "../src/index.ts";
import { buyer, closeShops, TestShop } from "./test-shop.ts";

afterEach(closeShops);

test("onSubscriptionClosed is called once, beside the renewal of the last cycle (CYC-CLOSED)", async () => {
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
    plan: { id: randomUUID(), name: "Tea", type: "weekly", description: "Tea each week", attempts: 3 },
  });
  const report = (number: number, more: Record<string, string> = {}) => {
    const numbered = { payment_period_count: String(number), transaction_id: `T${number}` };
    return shop.notify({ payment_transaction_id: "M1", ...numbered, ...more });
  };
  await report(1);
  await report(2, { enabled: "0" });
  await report(2, { enabled: "0", datetime: "20990101000000" });
  expect([shop.orders, diary.sort()]).toEqual([["tea"], ["closed tea", "cycle 2"]]);
  const [attempt] = (await shop.pay.status({ reference: "tea" })).attempts;
  expect(attempt?.subscription?.state).toBe("closed");
});
