import type { Fault } from "../faults/fault.ts";
import type { Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";

/** Returns the target of a delivery: the order's own address, unless a fault changes it. */
export function findFaultyDeliveryTarget(
  order: Order,
  faults: readonly Fault[],
  orderStore: OrderStore,
): ResolvedDeliveryTarget {
  let target = order.notify;
  for (const fault of faults) {
    if (fault.kind === "other_order") target = findOtherTarget(order, fault.orderId, orderStore);
    if (fault.kind === "wrong_token") target = { ...target, url: alterLastCharacter(target.url) };
  }
  return target;
}

/** Returns the address of the named order, or of the merchant's previous order. The first order has only its own. */
function findOtherTarget(order: Order, named: string | undefined, orderStore: OrderStore) {
  const other = named === undefined ? orderStore.previous(order) : orderStore.find(named);
  return (other ?? order).notify;
}

/** Changes the last character of the path. */
function alterLastCharacter(url: URL): URL {
  const changed = new URL(url);
  const path = changed.pathname;
  changed.pathname = path.slice(0, -1) + (path.endsWith("0") ? "1" : "0");
  return changed;
}
