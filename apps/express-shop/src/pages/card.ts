import { cardForm } from "@pay-index-apps/demo/look/card-form";
import type { Html } from "@pay-index-apps/demo/look/html";
import { billOf, type Order } from "../orders/orders.ts";

export interface CardPage {
  readonly order: Order;
  readonly action: string;
  /** Shows that the form is this shop's own. */
  readonly formToken: string;
}

export function cardPage({ order, action, formToken }: CardPage): Html {
  return cardForm({
    bill: billOf(order),
    monthly: order.checkout?.variant === "subscription",
    action,
    hidden: { form_token: formToken },
    anotherWay: `/checkout/${order.id}`,
  });
}
