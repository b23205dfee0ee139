import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentStatus } from "@pay-index/core";
import { findUnnamedOperators, withOperatorLabels } from "@pay-index/core/adapter";

/** Replaces missing names of operators by their current e-mail addresses in Medusa. Nothing is stored. */
export async function withEmails(
  container: Pick<MedusaContainer, "resolve">,
  book: PaymentStatus,
): Promise<PaymentStatus> {
  const ids = findUnnamedOperators(book);
  if (ids.length === 0) return book;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "user",
    fields: ["id", "email"],
    filters: { id: [...ids] },
  });
  return withOperatorLabels(book, new Map(data.map(({ id, email }) => [id, email])));
}
