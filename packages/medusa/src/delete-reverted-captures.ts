import { Modules } from "@medusajs/framework/utils";
import { type Container, findRows } from "./find-rows.ts";

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
  container: Container,
  { collectionId, attemptId }: { collectionId: string; attemptId: string },
): Promise<void> {
  const found = await findRows<PaymentRow>(container, {
    entity: "payment",
    fields: ["id", "canceled_at", "data", "captures.id"],
    filters: { payment_collection_id: collectionId },
  });
  const undone = found.filter(
    (payment) => payment.canceled_at !== null && payment.data?.attempt_id === attemptId,
  );
  const ids = undone.flatMap(({ captures }) => (captures ?? []).map(({ id }) => id));
  const payments = container.resolve<{ deleteCaptures(ids: string[]): Promise<void> }>(Modules.PAYMENT);
  if (ids.length > 0) await payments.deleteCaptures(ids);
}
