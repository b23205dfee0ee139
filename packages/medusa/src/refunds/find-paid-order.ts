import { findLinkedOrderId } from "../checkout-cart.ts";
import type { Container } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { createRenewalIds, createRenewalSeed } from "../subscription/renewal-ids.ts";

/** An order, with the attempt or the later cycle that paid it. */
export interface PaidOrder {
  readonly orderId: string;
  readonly cartId: string;
  readonly attemptId: string;
  readonly cycle?: number;
}

/**
 * Returns the order that a payment of Medusa paid: that of its cart, or that of its cycle.
 *
 * @param data the data of the payment or of its session
 */
export async function findPaidOrder(
  container: Container,
  { attempt_id: attemptId, cycle }: Readonly<Record<string, unknown>>,
): Promise<PaidOrder | undefined> {
  if (typeof attemptId !== "string") return undefined;
  const attempt = await resolvePayIndex(container).attemptOf(attemptId);
  if (attempt === undefined) return undefined;
  const { cartId, subscribed } = attempt;
  const firstOrderId = attempt.orderId ?? (await findLinkedOrderId(container, cartId));
  if (firstOrderId === undefined) return undefined;
  if (typeof cycle !== "number") return { attemptId, cartId, orderId: firstOrderId };
  const seed = createRenewalSeed({ subscribed, firstOrderId, attemptId, cycle });
  return { attemptId, cartId, cycle, orderId: createRenewalIds(seed).order };
}
