import { createRequire } from "node:module";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { Any } from "./any.mts";

interface ProductInput {
  readonly title: string;
  readonly prices: readonly { readonly amount: number; readonly currency_code: string }[];
  readonly stock: number;
  /** More fields of the product, and of its variant. */
  readonly product?: object;
  readonly variant?: object;
}

export interface CreatedProduct {
  readonly productId: string;
  readonly variantId: string;
  readonly stockId: string;
}

/** Something to sell, with one variant, as staff make it. */
export async function createProduct(
  container: MedusaContainer,
  { title, prices, stock, product = {}, variant = {} }: ProductInput,
): Promise<CreatedProduct> {
  const flows = createRequire(import.meta.url)("@medusajs/medusa/core-flows");
  const first = async (entity: string, fields: string[], filters: object = {}): Promise<Any> =>
    (await (container.resolve("query") as Any).graph({ entity, fields, filters })).data[0];
  const { id: shipping_profile_id } = await first("shipping_profile", ["id"]);
  const channel = await first("sales_channel", ["id"], { name: "Web" });
  const location = await first("stock_location", ["id"]);
  const about = {
    ...{ title, handle: crypto.randomUUID(), status: "published", shipping_profile_id },
    ...{ sales_channels: [{ id: channel.id }], options: [{ title: "Size", values: ["S"] }] },
    variants: [{ title: "S", options: { Size: "S" }, prices, ...variant }],
    ...product,
  };
  const { result } = await flows.createProductsWorkflow(container).run({ input: { products: [about] } });
  const [{ id: productId, variants }] = result;
  const variantId: string = variants[0].id;
  const items = await first("variant", ["inventory_items.inventory_item_id"], { id: variantId });
  const stockId: string = items.inventory_items[0].inventory_item_id;
  const level = { inventory_item_id: stockId, location_id: location.id, stocked_quantity: stock };
  const input = { inventory_levels: [level] };
  await flows.createInventoryLevelsWorkflow(container).run({ input });
  return { productId, variantId, stockId };
}
