import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { changeItemsBy } from "./change-item-option.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

/** What the gateway learns of the goods in a cart, on a real Medusa. */
export function sentItemsSuite(open: () => TestShop): void {
  /** Staff give the product of the shop this picture until the test ends. */
  async function picture(thumbnail: string): Promise<void> {
    const { updateProductsWorkflow } = require("@medusajs/medusa/core-flows");
    const query = open().container.resolve("query");
    const { data } = await query.graph({
      entity: "variant",
      fields: ["product_id"],
      filters: { id: open().shop.variantId },
    });
    const update = (value: string | null) =>
      updateProductsWorkflow(open().container).run({
        input: { selector: { id: data[0]?.product_id }, update: { thumbnail: value } },
      });
    await update(thumbnail);
    onTestFinished(() => update(null));
  }

  async function sent(cartId: string): Promise<Record<string, string>[]> {
    const { timeline } = await open().control.orderDetails(open().attempt(cartId));
    const submitted = timeline.find((event) => event.type === "submitted");
    return JSON.parse(submitted?.fields.pay_productname ?? "[]");
  }

  const warningsOf = (cartId: string) =>
    open()
      .heard.map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ event, reference }) => event === "sale-warning" && reference === cartId)
      .map(({ warning }) => warning);

  /** Sends the buyer to the payment page, or pays by the card form. */
  async function pays(variant: "hosted" | "card"): Promise<string> {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const { status, body } = await buyer.start({ provider_id: `pp_pay-index_${variant}` });
    expect(status, JSON.stringify(body)).toBe(200);
    if (variant === "card") expect(await buyer.postCard(body.payment)).toMatchObject({ status: 303 });
    return cartId;
  }

  test("have the picture and the options of the variant (PROD-IMAGE)", async () => {
    await picture("https://cdn.shop.example/tea.png");
    const cartId = await pays("hosted");
    expect((await sent(cartId))[0]).toMatchObject({
      sku: "TEA-S",
      productImage: "https://cdn.shop.example/tea.png",
      attributes: "Size: S",
    });
    expect(warningsOf(cartId)).toEqual([]);
  });

  test("without a web address of the picture are sent without it, with one warning (PROD-IMAGE)", async () => {
    await picture("/static/tea.png");
    const cartId = await pays("hosted");
    expect((await sent(cartId))[0]).not.toHaveProperty("productImage");
    expect(warningsOf(cartId)).toEqual(["item_image_left_out"]);
  });

  test.each(["hosted", "card"] as const)(
    "have the details of the option changeItem, by %s, and their own price (PROD-CHANGE)",
    async (variant) => {
      const asked: unknown[] = [];
      changeItemsBy((item, about) => {
        asked.push(about);
        return { ...item, price: 1, name: `Goods ${item.sku ?? "-"}`, attributes: "" };
      });
      const cartId = await pays(variant);
      expect(await sent(cartId)).toEqual([
        { sku: "TEA-S", productName: "Goods TEA-S", price: "19.99", quantity: "1" },
        { productName: "Goods -", price: "5.00", quantity: "1" },
      ]);
      expect(asked).toContainEqual({ reference: cartId, tenant: "default" });
    },
  );

  test("are sent as one item if that function throws, and the buyer can pay (PROD-CHANGE)", async () => {
    changeItemsBy(() => {
      throw new Error("no such product");
    });
    const cartId = await pays("hosted");
    expect(await sent(cartId)).toEqual([{ productName: "Order", price: "24.99", quantity: "1" }]);
    expect(warningsOf(cartId)).toEqual(["item_change_failed"]);
    expect(await open().paid(cartId)).toBe("200 OK");
  });
}
