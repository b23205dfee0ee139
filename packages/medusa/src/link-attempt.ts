import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";

interface PlacedAttempt {
  readonly orderId: string;
  readonly customerId: string | undefined;
  readonly attemptId: string;
}

/** So that `query.graph` finds the payment from its order and its customer. It may be done again. */
export async function linkAttempt(
  container: Pick<MedusaContainer, "resolve">,
  { orderId, customerId, attemptId }: PlacedAttempt,
): Promise<void> {
  const payment = { payIndex: { pay_index_payment_attempt_id: attemptId } };
  const ofOrder = { [Modules.ORDER]: { order_id: orderId }, ...payment };
  const ofCustomer = { [Modules.CUSTOMER]: { customer_id: customerId }, ...payment };
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  await link.create(customerId === undefined ? [ofOrder] : [ofOrder, ofCustomer]);
}
