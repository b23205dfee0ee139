import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Container } from "./find-rows.ts";

/** Links the attempt to its order and its customer, for `query.graph`. Repeating it changes nothing. */
export async function linkAttempt(
  container: Container,
  { orderId, customerId, attemptId }: { orderId: string; customerId: string | undefined; attemptId: string },
): Promise<void> {
  const attempt = { payIndex: { pay_index_attempt_attempt_id: attemptId } };
  const ofOrder = { [Modules.ORDER]: { order_id: orderId }, ...attempt };
  const ofCustomer = { [Modules.CUSTOMER]: { customer_id: customerId }, ...attempt };
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  await link.create(customerId === undefined ? [ofOrder] : [ofOrder, ofCustomer]);
}
