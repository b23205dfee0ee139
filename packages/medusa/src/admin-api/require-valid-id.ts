import { MedusaError } from "@medusajs/framework/utils";

/** Returns an id as it was requested. Postgres refuses a query with a NUL, which no id holds. @throws MedusaError `not_found` */
export function requireValidId(id: string | undefined): string {
  if (id === undefined || id.includes("\0"))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such id.", "pay_index_unknown");
  return id;
}
