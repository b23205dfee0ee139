import type { Order } from "../orders/order.ts";

/** The order's own page; what it shows follows where the order stands. */
export function orderPagePath(order: Order): string {
  return `/pay/${order.pageId}`;
}

export function challengePagePath(order: Order): string {
  return `${orderPagePath(order)}/3d`;
}

export function paymentMethodPagePath(order: Order, method: string): string {
  return `${orderPagePath(order)}/method/${method}`;
}

/** Sends the buyer back to the shop, and notes it. */
export function returnPagePath(order: Order): string {
  return `${orderPagePath(order)}/return`;
}

/** Where a pending order continues in a browser. */
export function currentPagePath(order: Order): string {
  if (order.step === "challenge") return challengePagePath(order);
  return order.namedMethod ? paymentMethodPagePath(order, order.namedMethod) : orderPagePath(order);
}

/** The page a submission is answered with: the app is offered the buyer first when the shop named its scheme. */
export function entryPagePath(order: Order): string {
  return order.appScheme ? `${orderPagePath(order)}/app` : currentPagePath(order);
}
