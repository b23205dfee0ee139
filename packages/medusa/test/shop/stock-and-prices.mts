import { onTestFinished } from "vitest";
import type { TestShop } from "./test-shop.mts";

/** How many there are of everything, until the test ends. */
export async function setStock(shop: TestShop, quantity: number): Promise<void> {
  const fields = ["inventory_item_id", "location_id"];
  const { data } = await shop.resolve("query").graph({ entity: "inventory_level", fields });
  const set = (stocked_quantity: number) =>
    shop.run("updateInventoryLevelsWorkflow", {
      updates: data.map((level: object) => ({ ...level, stocked_quantity })),
    });
  await set(quantity);
  onTestFinished(() => set(100_000));
}

/** What it costs, until the test ends. */
export async function setPrice(shop: TestShop, price: number): Promise<void> {
  const set = (amount: number) =>
    shop.run("updateProductVariantsWorkflow", {
      product_variants: [
        {
          id: shop.shop.variantId,
          prices: [
            { amount, currency_code: "usd" },
            { amount: 2000, currency_code: "jpy" },
          ],
        },
      ],
    });
  await set(price);
  onTestFinished(() => set(19.99));
}
