import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { isPayIndexError, type Problem } from "@pay-index/core";
import { checkCataloguePlans } from "@pay-index/core/adapter";
import type { Container } from "../find-rows.ts";
import { findPlanMetadata, type ProductOrVariant, planMetadataKey } from "./plan-metadata.ts";

/** The part of Medusa's database connection that is used. */
interface Knex {
  raw(statement: string, values: readonly string[]): Promise<{ readonly rows: readonly ProductOrVariant[] }>;
}

/** Medusa's query cannot select one key of the metadata, and a shop may have a hundred thousand products. */
const planCarrierQueries = ["product", "product_variant"].map(
  (table) => `SELECT id, metadata FROM ${table} WHERE deleted_at IS NULL AND metadata -> ?::text IS NOT NULL`,
);

/**
 * Returns the problems of the products' plans, by the id of the product or variant, so that they appear at boot and not
 * at a checkout.
 */
export async function findInvalidPlans(container: Container): Promise<readonly Problem[]> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION) as unknown as Knex;
  const found = await Promise.all(
    planCarrierQueries.map((statement) => knex.raw(statement, [planMetadataKey])),
  );
  const carried = found.flatMap(({ rows }) => rows).flatMap((row) => findPlanMetadata([row]) ?? []);
  try {
    checkCataloguePlans(Object.fromEntries(carried.map(({ id, plan }) => [id, plan])));
    return [];
  } catch (error) {
    if (isPayIndexError(error, "options_invalid")) return error.problems;
    throw error;
  }
}
