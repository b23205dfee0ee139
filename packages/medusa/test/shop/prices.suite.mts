import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { setPrice } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);
const { StepResponse } = require("@medusajs/framework/workflows-sdk");

// biome-ignore lint/suspicious/noExplicitAny: what Medusa's workflows give
type Any = any;

const yesterday = new Date(Date.now() - 86_400_000).toISOString();

/** Gives every shipping option one more rule, and takes it away again. */
function priceRuleStatements(
  attribute: string,
  operator: string,
  value: string,
): readonly [change: string, back: string] {
  return [
    `INSERT INTO shipping_option_rule (id, attribute, operator, value, shipping_option_id)
      SELECT 'sorul_test', '${attribute}', '${operator}', '"${value}"', id FROM shipping_option`,
    "DELETE FROM shipping_option_rule WHERE id = 'sorul_test'",
  ];
}

/** What a cart costs when its payment starts: what Medusa works out by then. */
export function pricesSuite(open: () => TestShop): void {
  async function run(name: string, input: object): Promise<Any> {
    return (await require("@medusajs/medusa/core-flows")[name](open().container).run({ input })).result;
  }

  async function find(entity: string, fields: string[], filters: object = {}): Promise<Any> {
    const query = open().container.resolve("query") as Any;
    return (await query.graph({ entity, fields, filters })).data[0];
  }

  async function ready(wanted: object = {}) {
    const buyer = open().buyer();
    return { buyer, cartId: await buyer.isReadyToPay(open().shop, wanted) };
  }

  /** Minor units that the payment is for, which the session is for, too. */
  async function charged({ buyer, cartId }: Awaited<ReturnType<typeof ready>>): Promise<number | undefined> {
    const { status, body } = await buyer.start();
    expect(status, JSON.stringify(body)).toBe(200);
    const [payment] = (await open().payIndex.paymentOfCart(cartId)).attempts;
    const [session] = await readSessions(open(), cartId);
    expect(Math.round(session.amount * 100)).toBe(payment?.amount.minor);
    return payment?.amount.minor;
  }

  const rowsOf = (cartId: string) =>
    runSql(
      open(),
      `SELECT i.updated_at AS item, m.updated_at AS method, t.id AS tax FROM cart_line_item i
        JOIN cart_shipping_method m ON m.cart_id = i.cart_id
        LEFT JOIN cart_line_item_tax_line t ON t.item_id = i.id AND t.deleted_at IS NULL WHERE i.cart_id = $1`,
      [cartId],
    );

  test("does not change, and the cart is not written, if Medusa's prices are the same", async () => {
    const cart = await ready({ country: "us" });
    const before = await rowsOf(cart.cartId);
    expect(await charged(cart)).toBe(2680);
    expect(await rowsOf(cart.cartId)).toEqual(before);
    // Nor by a second click, when the cart has a session.
    expect(await charged(cart)).toBe(2680);
    expect(await rowsOf(cart.cartId)).toEqual(before);
  });

  test("has the new price of a cart whose price changed", async () => {
    const cart = await ready({ country: "us" });
    const before = await rowsOf(cart.cartId);
    await setPrice(open(), 29.99);
    try {
      expect(await charged(cart)).toBe(3753);
    } finally {
      await setPrice(open(), 19.99);
    }
    expect(await rowsOf(cart.cartId)).not.toEqual(before);
  });

  test("replaces a session with another amount", async () => {
    const cart = await ready();
    await cart.buyer.initiate("pp_pay-index_hosted");
    const one = `amount = 1, raw_amount = '{"value": "1", "precision": 20}'`;
    const ids = "(SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = $1)";
    await runSql(open(), `UPDATE payment_collection SET ${one} WHERE id IN ${ids}`, [cart.cartId]);
    await runSql(open(), `UPDATE payment_session SET ${one} WHERE payment_collection_id IN ${ids}`, [
      cart.cartId,
    ]);
    expect(await charged(cart)).toBe(2499);
  });

  test("follows a sale that has started, and one that has ended", async () => {
    const waiting = await ready();
    const [sale] = await run("createPriceListsWorkflow", {
      price_lists_data: [
        {
          title: "Sale",
          description: "Sale",
          type: "sale",
          status: "active",
          prices: [{ amount: 9.99, currency_code: "usd", variant_id: open().shop.variantId }],
        },
      ],
    });
    const during = await ready();
    try {
      expect(await charged(waiting)).toBe(1499);
    } finally {
      await run("updatePriceListsWorkflow", { price_lists_data: [{ id: sale.id, ends_at: yesterday }] });
    }
    expect(await charged(during)).toBe(2499);
    await run("deletePriceListsWorkflow", { ids: [sale.id] });
  });

  test("follows a promotion that has started by itself, and one that has ended", async () => {
    const waiting = await ready();
    const [promotion] = await run("createPromotionsWorkflow", {
      promotionsData: [
        {
          code: "TENTH",
          type: "standard",
          status: "active",
          is_automatic: true,
          application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: 10,
            currency_code: "usd",
          },
        },
      ],
    });
    const during = await ready();
    try {
      expect(await charged(waiting)).toBe(2299);
    } finally {
      await run("updatePromotionsStatusWorkflow", {
        promotionsData: [{ id: promotion.id, status: "inactive" }],
      });
    }
    expect(await charged(during)).toBe(2499);
    await run("deletePromotionsWorkflow", { ids: [promotion.id] });
  });

  test("excludes a promotion code that was withdrawn", async () => {
    await open().offer("GONE", 10);
    const cart = await ready();
    await cart.buyer.ask(`/store/carts/${cart.cartId}/promotions`, { promo_codes: ["GONE"] });
    const { id } = await find("promotion", ["id"], { code: "GONE" });
    await run("updatePromotionsStatusWorkflow", { promotionsData: [{ id, status: "inactive" }] });
    expect(await charged(cart)).toBe(2499);
  });

  test("has the new price of the shipping", async () => {
    const cart = await ready();
    const { shippingOptionId: id } = open().shop;
    const post = (amount: number) =>
      run("updateShippingOptionsWorkflow", [
        {
          id,
          prices: [
            { currency_code: "usd", amount },
            { currency_code: "jpy", amount: 500 },
          ],
        },
      ]);
    await post(7);
    try {
      expect(await charged(cart)).toBe(2699);
    } finally {
      await post(5);
    }
  });

  const gone = "id IN (SELECT id FROM cart_shipping_method WHERE cart_id = $1 AND deleted_at IS NOT NULL)";

  /** Each makes the shipping option one that Medusa's own listing leaves out, and then one that it lists again. */
  const unavailable: Record<string, readonly [change: string, back: string]> = {
    "that the shop has withdrawn from its storefront": priceRuleStatements("enabled_in_store", "eq", "false"),
    "that does not reach the address": [
      "UPDATE geo_zone SET country_code = 'fr' WHERE country_code = 'gb'",
      "UPDATE geo_zone SET country_code = 'gb' WHERE country_code = 'fr'",
    ],
    "of a place that ships no more": [
      "UPDATE location_fulfillment_set SET deleted_at = now() WHERE deleted_at IS NULL",
      "UPDATE location_fulfillment_set SET deleted_at = NULL",
    ],
    "with a rule of the shop that this buyer does not meet": priceRuleStatements("tier", "eq", "gold"),
    "without a price in this currency": [
      "UPDATE price SET deleted_at = now() WHERE price_set_id IN (SELECT price_set_id FROM shipping_option_price_set)",
      "UPDATE price SET deleted_at = NULL",
    ],
  };

  test.each(Object.entries(unavailable))(
    "of a cart with shipping %s is refused",
    async (_, [change, back]) => {
      const cart = await ready();
      await runSql(open(), change);
      try {
        expect((await cart.buyer.start()).body).toMatchObject({ code: "pay_index_cart_incomplete" });
      } finally {
        await runSql(open(), back);
      }
      // Medusa has taken it out of the cart.
      expect(
        await runSql(open(), `SELECT id FROM cart_shipping_method WHERE ${gone}`, [cart.cartId]),
      ).toHaveLength(1);
    },
  );

  test("uses the shop's hook for a shipping rule", async () => {
    const { hooks } = require("@medusajs/medusa/core-flows").listShippingOptionsForCartWithPricingWorkflow;
    let tier: string | undefined;
    hooks.setShippingOptionsContext(async () => new StepResponse({ tier }));
    const cart = await ready();
    const [change, back] = priceRuleStatements("tier", "ne", "blocked");
    await runSql(open(), change);
    try {
      tier = "blocked";
      expect((await cart.buyer.start()).body).toMatchObject({ code: "pay_index_cart_incomplete" });
    } finally {
      tier = undefined;
      await runSql(open(), back);
    }
  });

  test("does not change for a shipping rule that the buyer meets", async () => {
    const cart = await ready();
    const [change, back] = priceRuleStatements("tier", "ne", "blocked");
    await runSql(open(), change);
    try {
      const before = await rowsOf(cart.cartId);
      expect(await charged(cart)).toBe(2499);
      expect(await rowsOf(cart.cartId)).toEqual(before);
    } finally {
      await runSql(open(), back);
    }
  });

  test("has the new tax", async () => {
    const cart = await ready({ country: "us" });
    const { id } = await find("tax_rate", ["id"], { code: "sales" });
    const tax = (rate: number) => run("updateTaxRatesWorkflow", { selector: { id: [id] }, update: { rate } });
    await tax(10);
    try {
      expect(await charged(cart)).toBe(2749);
    } finally {
      await tax(7.25);
    }
  });

  test("of a product that is no longer sold is refused", async () => {
    const cart = await ready();
    const { product } = await find("variant", ["product.id"], { id: open().shop.variantId });
    const be = (status: string) =>
      run("updateProductsWorkflow", { selector: { id: product.id }, update: { status } });
    await be("draft");
    try {
      expect((await cart.buyer.start()).body).toMatchObject({ code: "pay_index_cart_incomplete" });
    } finally {
      await be("published");
    }
  });
}
