import type { IOrderModuleService, IWorkflowEngineService } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows";
import type { MedusaAmount } from "./amount.ts";
import { type Container, findRow, findRows } from "./find-rows.ts";

interface Line {
  readonly variant_id: string | null;
  readonly quantity: MedusaAmount;
  readonly unit_price: MedusaAmount;
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

/** Milliseconds. Medusa locks a cart for this time while it completes it. */
const maxCompletionMs = 120_000;

/**
 * Deletes orders without a cart that a stopped process left behind. Medusa creates an order first, and links it to its
 * cart afterwards. A process that stops between the two leaves an unpaid order without a cart, and the next try would
 * create a second order. Like Medusa's own compensation, this deletes an order that has neither cart nor payment, has
 * the same goods, and was created by a completion of this cart that never ended.
 *
 * Call it under the cart's lock.
 */
export async function deleteOrphanOrders(container: Container, cartId: string): Promise<void> {
  const begun = await findAbandonedCompletions(container, cartId);
  if (begun.length === 0) return;
  const wanted = { entity: "cart", fields: orderedGoodsFields, filters: { id: cartId } };
  const cart = await findRow<OrderedGoods>(container, wanted);
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
 * Returns when the unfinished completions of the cart began that Medusa will not finish: they are so old that no order
 * of that time is still being placed. Medusa resumes interrupted workflows within five minutes.
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
  const orders = await findRows<Order>(container, {
    entity: "order",
    fields: [...orderedGoodsFields, "cart.id", "payment_collections.id"],
    filters: {
      ...{ email: cart.email, customer_id: cart.customer_id, region_id: cart.region_id },
      created_at: { $gte: begun, $lte: new Date(begun.getTime() + maxCompletionMs) },
    },
  });
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
