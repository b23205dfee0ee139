import type { Order } from "../book/order.ts";

/** The order's own page; what it shows follows where the order stands. */
export function orderPath(order: Order): string {
  return `/pay/${order.pageId}`;
}

export function challengePath(order: Order): string {
  return `${orderPath(order)}/3d`;
}

export function methodPath(order: Order, method: string): string {
  return `${orderPath(order)}/method/${method}`;
}

/** Sends the buyer back to the shop, and notes it. */
export function returnPath(order: Order): string {
  return `${orderPath(order)}/return`;
}

/** Where a pending order continues in a browser. */
export function currentPath(order: Order): string {
  if (order.step === "challenge") return challengePath(order);
  return order.namedMethod ? methodPath(order, order.namedMethod) : orderPath(order);
}

/** The page a submission is answered with: the app is offered the buyer first when the shop named its scheme. */
export function entryPath(order: Order): string {
  return order.appScheme ? `${orderPath(order)}/app` : currentPath(order);
}
