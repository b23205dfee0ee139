import type { Plan } from "@pay-index/core";
import { ProductVariant, type TransactionalConnection } from "@vendure/core";
import { planColumn } from "./plan-field.ts";

/** The plans that product variants carry and the shop has not, by name: so that no buyer is the first to find them. Of a shop with the field. */
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
