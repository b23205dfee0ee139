import type { Plan } from "@pay-index/core";
import { ProductVariant, type TransactionalConnection } from "@vendure/core";
import { planColumn } from "./plan-field.ts";

/**
 * Returns the plans of product variants that the options do not have, so that they appear at boot and not at a
 * checkout. Only for a shop with the custom field.
 */
export async function findUnknownPlans(
  { rawConnection }: Pick<TransactionalConnection, "rawConnection">,
  plans: ReadonlyMap<string, Plan>,
): Promise<readonly string[]> {
  const found: { plan: string }[] = await rawConnection
    .getRepository(ProductVariant)
    .createQueryBuilder("variant")
    .select(`variant.${planColumn}`, "plan")
    .distinct(true)
    .where("variant.deletedAt IS NULL")
    .andWhere(`variant.${planColumn} NOT IN (:...known)`, { known: ["", ...plans.keys()] })
    .getRawMany();
  return found.map(({ plan }) => plan).sort();
}
