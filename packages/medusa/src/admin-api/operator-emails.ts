import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentStatus } from "@pay-index/core";
import { findUnnamedOperators, withOperatorLabels } from "@pay-index/core/adapter";

/** Replaces missing names of operators by their current e-mail addresses in Medusa. Nothing is stored. */
export async function withOperatorEmails(
  container: Pick<MedusaContainer, "resolve">,
  payment: PaymentStatus,
): Promise<PaymentStatus> {
  const ids = findUnnamedOperators(payment);
  if (ids.length === 0) return payment;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "user",
    fields: ["id", "email"],
    filters: { id: [...ids] },
  });
  return withOperatorLabels(payment, new Map(data.map(({ id, email }) => [id, email])));
}
