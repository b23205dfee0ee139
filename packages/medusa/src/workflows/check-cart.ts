import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { confirmVariantInventoryWorkflow, validateShippingStep } from "@medusajs/medusa/core-flows";
import { stockFields } from "../stock-fields.ts";

/** The fields of a cart that the checks need. */
export const checkedCartFields: readonly string[] = [
  "id",
  "sales_channel_id",
  "items.*",
  ...stockFields.map((field) => `items.variant.${field}`),
  "items.variant.product.shipping_profile.id",
  "items.variant.inventory_items.inventory.requires_shipping",
  "shipping_methods.shipping_option_id",
  "shipping_methods.shipping_option.id",
  "shipping_methods.shipping_option.shipping_profile_id",
];

// biome-ignore lint/suspicious/noExplicitAny: the rows of a query; Medusa's own steps validate them
type Row = any;

/**
 * Checks a cart's shipping and stock as Medusa's completion does, before the buyer is sent to the gateway. The cart was just read with
 * `checkedCartFields`.
 */
export const checkCartWorkflow = createWorkflow(
  "pay-index-check-cart",
  ({ cart }: WorkflowData<{ cart: object }>) => {
    // Deleted options are left out.
    const shippingOptions = transform({ cart } as Row, ({ cart: found }: Row) =>
      (found.shipping_methods ?? []).flatMap(({ shipping_option }: Row) => shipping_option ?? []),
    );
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
    return new WorkflowResponse(cart);
  },
);
