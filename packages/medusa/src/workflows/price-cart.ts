import { createWorkflow, type WorkflowData, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { getItemTaxLinesStep, getVariantPriceSetsStep } from "@medusajs/medusa/core-flows";

type PriceStepInput = Parameters<typeof getVariantPriceSetsStep>[0];
type TaxStepInput = Parameters<typeof getItemTaxLinesStep>[0];

/** Calculates the current prices of a cart's items, by the id of the item. Writes nothing. */
export const priceItemsWorkflow = createWorkflow(
  "pay-index-price-items",
  (input: WorkflowData<{ data: object[] }>) =>
    new WorkflowResponse(getVariantPriceSetsStep(input as unknown as PriceStepInput)),
);

/** Calculates the current tax lines of a cart's items and shipping methods. Writes nothing. */
export const taxCartWorkflow = createWorkflow(
  "pay-index-tax-cart",
  (input: WorkflowData<object>) =>
    new WorkflowResponse(getItemTaxLinesStep(input as unknown as TaxStepInput)),
);
