import { expect, test } from "vitest";
import { findUnnamedOperators, withOperatorLabels } from "../../src/entries/adapter.ts";
import { resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

/** A subscription whose sale and second cycle were closed by these operators. */
async function dismissedBy(...operators: { readonly id: string; readonly name?: string }[]) {
  const shop = await SubscriptionShop.begin();
  await shop.notify({ payment_period_count: "1" });
  await shop.cycle(2, { true_amount: "0.01" });
  for (const operator of operators)
    for (const about of [{}, { cycle: 2 }])
      await resolve(shop, "dismiss", { operator, note: "Looked at.", ...about });
  return shop.gateway.status({ reference: "order-1" });
}

const textsOf = (status: Awaited<ReturnType<typeof dismissedBy>>) =>
  status.attempts.flatMap(({ timeline, subscription }) =>
    [...timeline, ...(subscription?.cycles ?? []).flatMap((cycle) => cycle.timeline)].flatMap(
      ({ source, text, phrases: said }) => (source === "operator" ? [[text, said[0]?.values.operator]] : []),
    ),
  );

test("an operator without a name has the label that the host knows, in the timeline of the payment and of a cycle", async () => {
  const status = await dismissedBy({ id: "user_7" });
  expect(findUnnamedOperators(status)).toEqual(["user_7"]);
  const shown = withOperatorLabels(status, new Map([["user_7", "ada@shop.example"]]));
  const entry = ["ada@shop.example dismissed the payment: Looked at.", "ada@shop.example"];
  expect(textsOf(shown).length).toBeGreaterThan(1);
  expect(new Set(textsOf(shown).map(String))).toEqual(new Set([String(entry)]));
});

test("an operator with a name keeps id and name, and an operator unknown to the host keeps the id", async () => {
  const status = await dismissedBy(exampleOperator, { id: "user_8" });
  expect(findUnnamedOperators(status)).toEqual(["user_8"]);
  const labels = new Map([[exampleOperator.id, "grace@shop.example"]]);
  expect(withOperatorLabels(status, labels)).toEqual(status);
});
