import type { Plan } from "@pay-index/express";
import { renderCardForm } from "@pay-index-apps/demo/pages/card-form";
import type { Html } from "@pay-index-apps/demo/pages/html";
import { findOrderPlan, type Order, toOrderSummary } from "../orders/orders.ts";

const periodNames: Readonly<Record<Plan["type"], string>> = {
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};

export interface CardPageView {
  readonly order: Order;
  readonly action: string;
  /** Proves that the form is from this shop. */
  readonly formToken: string;
}

export function cardPage({ order, action, formToken }: CardPageView): Html {
  const plan = findOrderPlan(order);
  return renderCardForm({
    bill: toOrderSummary(order),
    again: plan !== undefined && { each: periodNames[plan.type], times: plan.totalCount },
    action,
    hidden: { form_token: formToken },
    anotherWay: `/checkout/${order.id}`,
  });
}
