import type { IOrderModuleService, IWorkflowEngineService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils";
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows";
import type { Amount } from "./amount.ts";

type Container = Pick<MedusaContainer, "resolve">;

interface Line {
  readonly variant_id: string | null;
  readonly quantity: Amount;
  readonly unit_price: Amount;
}

interface OrderedGoods {
  readonly id: string;
  readonly email: string | null;
  readonly customer_id: string | null;
  readonly region_id: string | null;
  readonly items: readonly Line[];
}

interface Order extends OrderedGoods {
  readonly cart?: { readonly id: string } | null;
  readonly payment_collections?: readonly unknown[];
}

/** Milliseconds: as long as Medusa lets a completion keep its cart. */
const maxCompletionMs = 120_000;

/**
 * Medusa makes an order first and then says of which cart it is. A process that dies between the two leaves an order that is nobody's, unpaid
 * for ever. Another try would make a second one, so the first is taken away, as Medusa does itself where it can still undo a completion: an
 * order that has neither cart nor payment, is for the same things, and was made by a completion of this cart that never ended.
 *
 * To be done while nobody completes the cart.
 */
export async function deleteOrphanOrders(container: Container, cartId: string): Promise<void> {
  const begun = await findAbandonedCompletions(container, cartId);
  if (begun.length === 0) return;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "cart", fields: orderedGoodsFields, filters: { id: cartId } });
  const [cart] = data as unknown as OrderedGoods[];
  if (cart === undefined) return;
  const found = await Promise.all(begun.map((at) => findOrphanOrders(container, cart, at)));
  const ids = [...new Set(found.flat())];
  if (ids.length > 0) await container.resolve<IOrderModuleService>(Modules.ORDER).deleteOrders(ids);
}

const orderedGoodsFields = [
  "id",
  "email",
  "customer_id",
  "region_id",
  "items.variant_id",
  "items.quantity",
  "items.detail.quantity",
  "items.unit_price",
];

/**
 * When those completions of the cart began whose end Medusa has not written down, and will not any more: so long ago that no order of that
 * time can still be without its cart because it is being placed. Work that a process left is taken up after five minutes.
 */
async function findAbandonedCompletions(container: Container, cartId: string): Promise<Date[]> {
  const engine = container.resolve<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE);
  const executions = await engine.listWorkflowExecutions({
    workflow_id: completeCartWorkflowId,
    state: ["not_started", "invoking"],
  });
  const ofCart = executions.filter(({ context }) => {
    const { data } = Object(context) as { data?: { payload?: { id?: unknown } } };
    return data?.payload?.id === cartId;
  });
  const longAgo = Date.now() - 2 * maxCompletionMs;
  return ofCart.map(({ created_at }) => new Date(created_at)).filter((begun) => begun.getTime() < longAgo);
}

async function findOrphanOrders(container: Container, cart: OrderedGoods, begun: Date): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "order",
    fields: [...orderedGoodsFields, "cart.id", "payment_collections.id"],
    filters: {
      ...{ email: cart.email, customer_id: cart.customer_id, region_id: cart.region_id },
      created_at: { $gte: begun, $lte: new Date(begun.getTime() + maxCompletionMs) },
    } as never,
  });
  const orders = data as unknown as Order[];
  return orders
    .filter((order) => !order.cart && (order.payment_collections ?? []).length === 0)
    .filter((order) => hasSameItems(order.items, cart.items))
    .map(({ id }) => id);
}

function hasSameItems(ones: readonly Line[], others: readonly Line[]): boolean {
  return (
    ones.length === others.length &&
    ones.every((one) =>
      others.some(
        (other) =>
          one.variant_id === other.variant_id &&
          MathBN.eq(one.quantity, other.quantity) &&
          MathBN.eq(one.unit_price, other.unit_price),
      ),
    )
  );
}
