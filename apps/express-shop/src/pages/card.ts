import type { Plan } from "@pay-index/express";
import { cardForm } from "@pay-index-apps/demo/look/card-form";
import type { Html } from "@pay-index-apps/demo/look/html";
import { billOf, type Order, planOf } from "../orders/orders.ts";

const periods: Readonly<Record<Plan["type"], string>> = {
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};

export interface CardPage {
  readonly order: Order;
  readonly action: string;
  /** Shows that the form is this shop's own. */
  readonly formToken: string;
}

export function cardPage({ order, action, formToken }: CardPage): Html {
  const plan = planOf(order);
  return cardForm({
    bill: billOf(order),
    again: plan !== undefined && { each: periods[plan.type], times: plan.totalCount },
    action,
    hidden: { form_token: formToken },
    anotherWay: `/checkout/${order.id}`,
  });
}
