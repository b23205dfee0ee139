import type { Plan } from "@pay-index/core";
import { type CustomFieldConfig, LanguageCode, type ProductVariant } from "@vendure/core";

const planFieldName = "payIndexPlan";

/** Where Vendure keeps it in a variant. */
export const planColumn = `customFields.${planFieldName}`;

const { en, zh, zh_Hans } = LanguageCode;

/** The plan of a product variant, which staff choose from the shop's. Vendure refuses any other when they save it. */
export function createPlanField(plans: ReadonlyMap<string, Plan>): CustomFieldConfig {
  return {
    name: planFieldName,
    type: "string",
    nullable: true,
    label: localizedText("Subscription plan", "订阅方案"),
    description: localizedText(
      "With one, buyers can only subscribe to it. Subscriptions that have begun keep theirs.",
      "选择后买家只能以订阅方式购买。已开始的订阅保持原方案。",
    ),
    options: [...plans].map(([value, plan]) => ({ value, label: [{ languageCode: en, value: plan.name }] })),
  };
}

function localizedText(english: string, chinese: string) {
  return [
    { languageCode: en, value: english },
    ...[zh, zh_Hans].map((languageCode) => ({ languageCode, value: chinese })),
  ];
}

/** The name of its plan; undefined: it is bought once. */
export function planNameOf({ customFields }: Pick<ProductVariant, "customFields">): string | undefined {
  const value: unknown = Object(customFields)[planFieldName];
  return typeof value === "string" && value !== "" ? value : undefined;
}
