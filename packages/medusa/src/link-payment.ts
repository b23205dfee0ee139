import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";

interface Placed {
  readonly orderId: string;
  readonly orderNumber: string;
}

/** So that `query.graph` finds the payment from its order and its customer. It may be done again. */
export async function linkPayment(
  container: Pick<MedusaContainer, "resolve">,
  { orderId, orderNumber }: Placed,
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "customer_id"],
    filters: { id: orderId },
  });
  const customerId = (data[0] as { customer_id?: string | null } | undefined)?.customer_id;
  const payment = { payIndex: { pay_index_payment_order_number: orderNumber } };
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  await link.create({ [Modules.ORDER]: { order_id: orderId }, ...payment });
  if (customerId) await link.create({ [Modules.CUSTOMER]: { customer_id: customerId }, ...payment });
}
