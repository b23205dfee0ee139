import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";

interface PlacedAttempt {
  readonly orderId: string;
  readonly customerId: string | undefined;
  readonly attemptId: string;
}

/** Links the attempt to its order and its customer, for `query.graph`. Repeating it changes nothing. */
export async function linkAttempt(
  container: Pick<MedusaContainer, "resolve">,
  { orderId, customerId, attemptId }: PlacedAttempt,
): Promise<void> {
  const attempt = { payIndex: { pay_index_attempt_attempt_id: attemptId } };
  const ofOrder = { [Modules.ORDER]: { order_id: orderId }, ...attempt };
  const ofCustomer = { [Modules.CUSTOMER]: { customer_id: customerId }, ...attempt };
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  await link.create(customerId === undefined ? [ofOrder] : [ofOrder, ofCustomer]);
}
