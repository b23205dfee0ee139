import type { Fault } from "../faults/fault.ts";
import type { NotifyTarget } from "../orders/notify-target.ts";
import type { Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";

/** Where a try goes: the order's own address, unless a fault leads it elsewhere. */
export function applyTargetFaults(order: Order, faults: readonly Fault[], book: OrderStore): NotifyTarget {
  let target = order.notify;
  for (const fault of faults) {
    if (fault.kind === "other_order") target = findOtherTarget(order, fault.orderId, book);
    if (fault.kind === "wrong_token") target = { ...target, url: alterLastCharacter(target.url) };
  }
  return target;
}

/** The named order, or the merchant's previous one; the first order of all has only its own. */
function findOtherTarget(order: Order, named: string | undefined, book: OrderStore): NotifyTarget {
  const other = named === undefined ? book.previous(order) : book.find(named);
  return (other ?? order).notify;
}

/** The last character of the path is another one. */
function alterLastCharacter(url: URL): URL {
  const changed = new URL(url);
  const path = changed.pathname;
  changed.pathname = path.slice(0, -1) + (path.endsWith("0") ? "1" : "0");
  return changed;
}
