import type { Plan } from "@pay-index/core";
import { type CustomFieldConfig, LanguageCode, type ProductVariant } from "@vendure/core";
import { localizedText } from "../translations.ts";

const planFieldName = "payIndexPlan";

/** The column of the custom field in a variant. */
export const planColumn = `customFields.${planFieldName}`;

/**
 * The custom field for the plan of a product variant. Staff choose one of the shop's plans, and Vendure refuses any
 * other value.
 */
export function createPlanField(plans: ReadonlyMap<string, Plan>): CustomFieldConfig {
  return {
    name: planFieldName,
    type: "string",
    nullable: true,
    label: localizedText("Subscription plan", "订阅方案"),
    description: localizedText(
      "With a plan, buyers can only subscribe to the product. Running subscriptions do not change.",
      "选择后买家只能以订阅方式购买。已开始的订阅保持原方案。",
    ),
    options: [...plans].map(([value, plan]) => ({
      value,
      label: [{ languageCode: LanguageCode.en, value: plan.name }],
    })),
  };
}

/** Returns the name of a variant's plan. Undefined if the variant is sold once. */
export function planNameOf({ customFields }: Pick<ProductVariant, "customFields">): string | undefined {
  const value: unknown = Object(customFields)[planFieldName];
  return typeof value === "string" && value !== "" ? value : undefined;
}
