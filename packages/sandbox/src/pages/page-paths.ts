import type { Order } from "../orders/order.ts";

/** Returns the path of the order's page. Its contents depend on the order's state. */
export function orderPagePath(order: Order): string {
  return `/pay/${order.pageId}`;
}

export function challengePagePath(order: Order): string {
  return `${orderPagePath(order)}/3d`;
}

export function paymentMethodPagePath(order: Order, method: string): string {
  return `${orderPagePath(order)}/method/${method}`;
}

/** Returns the path where a pending order continues. */
export function currentPagePath(order: Order): string {
  if (order.step === "challenge") return challengePagePath(order);
  return order.namedMethod ? paymentMethodPagePath(order, order.namedMethod) : orderPagePath(order);
}

/** Returns the path for the response to a sale: the page that opens the app first, if the shop named its scheme. */
export function firstPagePath(order: Order): string {
  return order.appScheme ? `${orderPagePath(order)}/app` : currentPagePath(order);
}
