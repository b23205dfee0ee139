import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentStatus } from "@pay-index/core";
import { findUnnamedOperators, withOperatorLabels } from "@pay-index/core/adapter";

/** Names staff without a name by their e-mail addresses in Medusa at this moment. Nothing of it is stored. */
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
