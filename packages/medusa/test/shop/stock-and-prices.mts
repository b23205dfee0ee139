import { createRequire } from "node:module";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query
type Any = any;

/** How many there are of everything. */
export async function setStock({ container }: TestShop, stocked_quantity: number): Promise<void> {
  const query = container.resolve("query") as Any;
  const fields = ["inventory_item_id", "location_id"];
  const { data } = await query.graph({ entity: "inventory_level", fields });
  const { updateInventoryLevelsWorkflow } = require("@medusajs/medusa/core-flows");
  const updates = data.map((level: Any) => ({ ...level, stocked_quantity }));
  await updateInventoryLevelsWorkflow(container).run({ input: { updates } });
}

/** What it costs. */
export async function setPrice({ container }: TestShop, amount: number): Promise<void> {
  const query = container.resolve("query") as Any;
  const fields = ["id", "product_id"];
  const { data } = await query.graph({ entity: "variant", fields, filters: { sku: "TEA-S" } });
  const { updateProductVariantsWorkflow } = require("@medusajs/medusa/core-flows");
  const prices = [
    { amount, currency_code: "usd" },
    { amount: 2000, currency_code: "jpy" },
  ];
  await updateProductVariantsWorkflow(container).run({
    input: { product_variants: [{ id: data[0].id, prices }] },
  });
}
