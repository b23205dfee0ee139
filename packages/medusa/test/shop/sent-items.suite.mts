import { expect, onTestFinished, test } from "vitest";
import { setShopFunctions } from "./options-of-test.mts";
import type { TestShop } from "./test-shop.mts";

/** What the gateway learns of the goods in a cart. */
export function sentItemsSuite(open: () => TestShop): void {
  /** Staff give the product of the shop this picture until the test ends. */
  async function picture(thumbnail: string): Promise<void> {
    const { product_id: id } = await open().first("variant", ["product_id"], { id: open().shop.variantId });
    const set = (value: string | null) =>
      open().run("updateProductsWorkflow", { selector: { id }, update: { thumbnail: value } });
    await set(thumbnail);
    onTestFinished(() => set(null));
  }

  /** The items and the amount that were sent, and the warnings about them. */
  async function sent(cartId: string) {
    const { timeline } = await open().control.orderDetails(open().attempt(cartId));
    const fields = timeline.find((event) => event.type === "submitted")?.fields;
    const warnings = open()
      .eventsOf(cartId)
      .filter(({ event }) => event === "sale-warning");
    return {
      amount: fields?.pay_amount,
      items: JSON.parse(fields?.pay_productname ?? "[]"),
      warnings: warnings.map(({ warning }) => warning),
    };
  }

  test("have discount, tax and shipping in their prices, which add up to the charged amount", async () => {
    const { buyer, cartId } = await open().ready({ country: "us", quantity: 3 });
    await open().offer("TEATIME", 10);
    await buyer.ask(`/store/carts/${cartId}/promotions`, { promo_codes: ["TEATIME"] });
    await buyer.start();
    // 3 × 19.99 less a tenth, and 5.00 for the post, with 7.25 % of tax.
    expect(await sent(cartId)).toEqual({
      amount: "63.25",
      items: [
        { sku: "TEA-S", productName: "Tea × 3", price: "57.89", quantity: "1", attributes: "Size: S" },
        { productName: "Post", price: "5.36", quantity: "1" },
      ],
      warnings: [],
    });
  });

  test("have the picture and the options of the variant, but no picture without a web address (PROD-IMAGE)", async () => {
    for (const [thumbnail, productImage, warnings] of [
      ["https://cdn.shop.example/tea.png", "https://cdn.shop.example/tea.png", []],
      ["/static/tea.png", undefined, ["item_image_left_out"]],
    ] as const) {
      await picture(thumbnail);
      const { buyer, cartId } = await open().newCart();
      await buyer.start();
      const about = await sent(cartId);
      expect(about).toMatchObject({ items: [{ sku: "TEA-S", attributes: "Size: S" }, {}], warnings });
      expect(about.items[0].productImage).toBe(productImage);
    }
  });

  test("have the details of the option changeItem, and their own price (PROD-CHANGE)", async () => {
    const asked: unknown[] = [];
    setShopFunctions({
      changeItem(item, about) {
        asked.push(about);
        return { ...item, price: 1, name: `Goods ${item.sku ?? "-"}`, attributes: "" };
      },
    });
    const { buyer, cartId } = await open().ready();
    const { body } = await buyer.start({ provider_id: "pp_pay-index_card" });
    await buyer.postCard(body.payment);
    expect((await sent(cartId)).items).toEqual([
      { sku: "TEA-S", productName: "Goods TEA-S", price: "19.99", quantity: "1" },
      { productName: "Goods -", price: "5.00", quantity: "1" },
    ]);
    expect(asked).toContainEqual({ reference: cartId, tenant: "default" });
  });
}
