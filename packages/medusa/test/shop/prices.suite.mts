import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { setPrice } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);
const { StepResponse } = require("@medusajs/framework/workflows-sdk");
const flows = require("@medusajs/medusa/core-flows");

/** A change of the shop, and what takes it back. */
type Change = readonly [change: string, back: string];

/** Gives every shipping option one more rule, and takes it away again. */
const shippingRule = (attribute: string, operator: string, value: string): Change => [
  `INSERT INTO shipping_option_rule (id, attribute, operator, value, shipping_option_id)
    SELECT 'sorul_test', '${attribute}', '${operator}', '"${value}"', id FROM shipping_option`,
  "DELETE FROM shipping_option_rule WHERE id = 'sorul_test'",
];

/** What a cart costs when its payment starts: what Medusa works out by then. */
export function pricesSuite(open: () => TestShop): void {
  type Cart = Awaited<ReturnType<TestShop["ready"]>>;
  const run = (name: string, input: object) => open().run(name, input);

  async function change([statement, back]: Change): Promise<void> {
    await runSql(open(), statement);
    onTestFinished(async () => void (await runSql(open(), back)));
  }

  /** Minor units that the payment is for, which the session is for, too. */
  async function charged({ buyer, cartId }: Cart): Promise<number | undefined> {
    const { status, body } = await buyer.start();
    expect(status, JSON.stringify(body)).toBe(200);
    const [payment] = (await open().payIndex.paymentOfCart(cartId)).attempts;
    const [session] = await readSessions(open(), cartId);
    expect(Math.round(session.amount * 100)).toBe(payment?.amount.minor);
    return payment?.amount.minor;
  }

  const isRefused = async ({ buyer }: Cart) =>
    expect((await buyer.start()).body).toMatchObject({ code: "pay_index_cart_incomplete" });

  const rowsOf = ({ cartId }: Cart) =>
    runSql(
      open(),
      `SELECT i.updated_at AS item, m.updated_at AS method, t.id AS tax FROM cart_line_item i
        JOIN cart_shipping_method m ON m.cart_id = i.cart_id
        LEFT JOIN cart_line_item_tax_line t ON t.item_id = i.id AND t.deleted_at IS NULL WHERE i.cart_id = $1`,
      [cartId],
    );

  test("does not change, and the cart is not written, if Medusa's prices are the same", async () => {
    const cart = await open().ready({ country: "us" });
    const before = await rowsOf(cart);
    // The second click is one on a cart that has a session.
    for (const _click of [1, 2]) expect(await charged(cart)).toBe(2680);
    expect(await rowsOf(cart)).toEqual(before);
  });

  test("has the new price and the new tax of a cart", async () => {
    const carts = [await open().ready({ country: "us" }), await open().ready({ country: "us" })] as const;
    await setPrice(open(), 29.99);
    expect(await charged(carts[0])).toBe(3753);
    await setPrice(open(), 19.99);
    const { id } = await open().first("tax_rate", ["id"], { code: "sales" });
    const tax = (rate: number) => run("updateTaxRatesWorkflow", { selector: { id: [id] }, update: { rate } });
    await tax(10);
    onTestFinished(() => tax(7.25));
    expect(await charged(carts[1])).toBe(2749);
  });

  test("replaces a session with another amount", async () => {
    const cart = await open().ready();
    await cart.buyer.initiate("pp_pay-index_hosted");
    const one = `amount = 1, raw_amount = '{"value": "1", "precision": 20}'`;
    const ids = "(SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = $1)";
    await runSql(open(), `UPDATE payment_collection SET ${one} WHERE id IN ${ids}`, [cart.cartId]);
    const sessions = `UPDATE payment_session SET ${one} WHERE payment_collection_id IN ${ids}`;
    await runSql(open(), sessions, [cart.cartId]);
    expect(await charged(cart)).toBe(2499);
  });

  /** Each begins something that makes the cart cheaper, and returns what ends it. */
  const offers: Record<string, [minor: number, begin: () => Promise<() => Promise<unknown>>]> = {
    "an automatic promotion": [
      2299,
      async () => {
        const method = { type: "percentage", target_type: "items", allocation: "across", value: 10 };
        const application_method = { ...method, currency_code: "usd" };
        const about = { code: "TENTH", type: "standard", status: "active", is_automatic: true };
        const promotionsData = [{ ...about, application_method }];
        const [{ id }] = await run("createPromotionsWorkflow", { promotionsData });
        const ended = { promotionsData: [{ id, status: "inactive" }] };
        return () => run("updatePromotionsStatusWorkflow", ended);
      },
    ],
    "shipping for less": [
      2199,
      async () => {
        const post = (usd: number) =>
          run("updateShippingOptionsWorkflow", [
            {
              id: open().shop.shippingOptionId,
              prices: [
                { currency_code: "usd", amount: usd },
                { currency_code: "jpy", amount: 500 },
              ],
            },
          ]);
        await post(2);
        return () => post(5);
      },
    ],
  };

  test.each(Object.entries(offers))(
    "follows %s that has begun, and one that has ended",
    async (_, [minor, begin]) => {
      const waiting = await open().ready();
      const end = await begin();
      const during = await open().newCart();
      const amount = await charged(waiting).finally(end);
      expect([amount, await charged(during)]).toEqual([minor, 2499]);
    },
  );

  test("excludes a promotion code that was withdrawn", async () => {
    await open().offer("GONE", 10);
    const cart = await open().ready();
    await cart.buyer.ask(`/store/carts/${cart.cartId}/promotions`, { promo_codes: ["GONE"] });
    await runSql(open(), "UPDATE promotion SET status = 'inactive' WHERE code = 'GONE'");
    expect(await charged(cart)).toBe(2499);
  });

  /** Each makes the shipping option one that Medusa's own listing leaves out, and then one that it lists again. */
  const unavailable: Record<string, Change> = {
    "that the shop has withdrawn from its storefront": shippingRule("enabled_in_store", "eq", "false"),
    "without a price in this currency": [
      "UPDATE price SET deleted_at = now() WHERE price_set_id IN (SELECT price_set_id FROM shipping_option_price_set)",
      "UPDATE price SET deleted_at = NULL",
    ],
  };

  test.each(Object.entries(unavailable))("of a cart with shipping %s is refused", async (_, withdrawn) => {
    const cart = await open().ready();
    await change(withdrawn);
    await isRefused(cart);
    // Medusa has taken it out of the cart.
    const gone = "SELECT id FROM cart_shipping_method WHERE cart_id = $1 AND deleted_at IS NOT NULL";
    expect(await runSql(open(), gone, [cart.cartId])).toHaveLength(1);
  });

  test("uses the shop's hook for a shipping rule, and does not change for a buyer who meets it", async () => {
    let tier: string | undefined = "gold";
    const { hooks } = flows.listShippingOptionsForCartWithPricingWorkflow;
    hooks.setShippingOptionsContext(async () => new StepResponse({ tier }));
    onTestFinished(() => {
      tier = undefined;
    });
    const [met, unmet] = [await open().ready(), await open().ready()];
    await change(shippingRule("tier", "ne", "blocked"));
    const before = await rowsOf(met);
    expect(await charged(met)).toBe(2499);
    expect(await rowsOf(met)).toEqual(before);
    tier = "blocked";
    await isRefused(unmet);
  });

  test("of a product that is no longer sold is refused", async () => {
    const cart = await open().ready();
    await change([
      "UPDATE product SET status = 'draft' WHERE handle = 'tea'",
      "UPDATE product SET status = 'published' WHERE handle = 'tea'",
    ]);
    await isRefused(cart);
  });
}
