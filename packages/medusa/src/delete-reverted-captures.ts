import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";

interface RevertedCompletion {
  readonly collectionId: string;
  readonly attemptId: string;
}

interface PaymentRow {
  readonly canceled_at: unknown;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly captures?: readonly { readonly id: string }[];
}

/**
 * Deletes the captures of cancelled payments. If a completion fails after its payment was captured, Medusa cancels the
 * payment but leaves the capture. The buyer paid once, so that capture must be deleted before the order is placed
 * again.
 */
export async function deleteRevertedCaptures(
  container: Pick<MedusaContainer, "resolve">,
  { collectionId, attemptId }: RevertedCompletion,
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "canceled_at", "data", "captures.id"],
    filters: { payment_collection_id: collectionId },
  });
  const undone = (data as unknown as PaymentRow[]).filter(
    (payment) => payment.canceled_at !== null && payment.data?.attempt_id === attemptId,
  );
  const ids = undone.flatMap(({ captures }) => (captures ?? []).map(({ id }) => id));
  const payments = container.resolve<{ deleteCaptures(ids: string[]): Promise<void> }>(Modules.PAYMENT);
  if (ids.length > 0) await payments.deleteCaptures(ids);
}
