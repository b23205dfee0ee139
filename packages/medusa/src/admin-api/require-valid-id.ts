import { MedusaError } from "@medusajs/framework/utils";

/**
 * Returns the id if it can exist. Postgres refuses a query with a NUL character, and no id contains one. @throws
 * MedusaError `not_found`
 */
export function requireValidId(id: string | undefined): string {
  if (id === undefined || id.includes("\0"))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such id.", "pay_index_unknown");
  return id;
}
