import { LanguageCode, PromotionService } from "@vendure/core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresPlace } from "./conformance/place.mts";
import { bookOf, contextOf, sell } from "./shop/books.mts";
import type { Buyer } from "./shop/buyer.mts";
import { openStage, type Stage } from "./shop/stage.mts";

let stage: Stage;
let tea: string;
/** Somebody who keeps the order's row for a moment, and somebody who looks on. */
let stranger: Client;
let onlooker: Client;
beforeAll(async () => {
  const place = await postgresPlace();
  if (place.database.kind !== "postgres") throw new Error("no Postgres");
  stranger = new Client({ connectionString: place.database.url });
  onlooker = new Client({ connectionString: place.database.url });
  await stranger.connect();
  await onlooker.connect();
  stage = await openStage({ place });
  await makeCoupon(stage);
  tea = await sell(stage.app, { name: "Tea", price: 1999, stock: 10_000 });
}, 120_000);
afterAll(async () => {
  await stranger?.end();
  await onlooker?.end();
  await stage?.close();
});

/** One that takes nothing off: the price stays what was paid. */
async function makeCoupon({ app }: Stage): Promise<void> {
  const discount = { code: "order_percentage_discount", arguments: [{ name: "discount", value: "0" }] };
  await app.get(PromotionService).createPromotion(await contextOf(app), {
    enabled: true,
    couponCode: "TEA",
    conditions: [],
    actions: [discount],
    translations: [{ languageCode: LanguageCode.en, name: "Tea" }],
  });
}

/** What a buyer may be doing at the very moment. */
const deeds: Record<string, (buyer: Buyer) => Promise<unknown>> = {
  "goes back to the cart": (buyer) => buyer.goTo("AddingItems"),
  "changes the address": (buyer) =>
    buyer.raw(
      "mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }",
      { input: { fullName: "Ada King", streetLine1: "Elsewhere", countryCode: "GB" } },
    ),
  "applies a coupon": (buyer) => buyer.raw('mutation { applyCouponCode(couponCode: "TEA") { __typename } }'),
};

/** Resolves when so many transactions wait for a lock in this database. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await onlooker.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows[0].n >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a buyer acts while the notification places the order (B-11, B-20)", () => {
  for (const [what, deed] of Object.entries(deeds))
    for (const first of ["notification", "buyer"] as const)
      test(`${what}: the ${first} is first`, async () => {
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        await buyer.start({ method: "hosted" });
        await stranger.query("BEGIN");
        await stranger.query('SELECT id FROM "order" WHERE code = $1 FOR UPDATE', [code]);
        const acts = { notification: () => stage.paid(code), buyer: () => deed(buyer) };
        const one = acts[first]();
        await waiting(1);
        const other = acts[first === "buyer" ? "notification" : "buyer"]();
        await Promise.race([waiting(2), other]);
        await stranger.query("COMMIT");
        await Promise.all([one, other]);
        expect(await bookOf(stage.app, code)).toMatchObject({
          state: "PaymentSettled",
          active: false,
          payments: [{ amount: 1999 }],
          allocated: 1,
        });
      });
});
