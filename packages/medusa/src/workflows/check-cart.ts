import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import {
  confirmVariantInventoryWorkflow,
  useQueryGraphStep,
  validateShippingStep,
} from "@medusajs/medusa/core-flows";
import { stockFields } from "../stock-fields.ts";

const fields = [
  "id",
  "sales_channel_id",
  "items.*",
  ...stockFields.map((field) => `items.variant.${field}`),
  "items.variant.product.shipping_profile.id",
  "items.variant.inventory_items.inventory.requires_shipping",
  "shipping_methods.shipping_option_id",
];

// biome-ignore lint/suspicious/noExplicitAny: what a query gives; Medusa's own steps check it
type Row = any;

/** What Medusa checks when it completes a cart, before the buyer is sent away to pay for it: shipping, and stock. */
export const checkCartWorkflow = createWorkflow(
  "pay-index-check-cart",
  (input: WorkflowData<{ cart_id: string }>) => {
    const { data: cart } = useQueryGraphStep({
      entity: "cart",
      fields,
      filters: { id: input.cart_id },
      options: { isList: false },
    });
    const optionIds = transform({ cart } as Row, ({ cart: found }: Row) =>
      (found.shipping_methods ?? []).map(({ shipping_option_id }: Row) => shipping_option_id),
    );
    const { data: shippingOptions } = useQueryGraphStep({
      entity: "shipping_option",
      fields: ["id", "shipping_profile_id"],
      filters: { id: optionIds as Row },
    }).config({ name: "shipping-options-query" });
    validateShippingStep({ cart, shippingOptions } as Row);
    const wanted = transform({ cart } as Row, ({ cart: found }: Row) => {
      const items = (found.items ?? []).filter(({ variant }: Row) => variant);
      return {
        sales_channel_id: found.sales_channel_id,
        variants: items.map(({ variant }: Row) => variant),
        items: items.map(({ id, variant_id, quantity }: Row) => ({ id, variant_id, quantity })),
      };
    });
    confirmVariantInventoryWorkflow.runAsStep({ input: wanted as Row });
    return new WorkflowResponse(input.cart_id);
  },
);
