import type { Plan } from "@pay-index/core";
import { type Order, type Payment, type RequestContext } from "@vendure/core";
import { logLine } from "../log-event.ts";
import type { PlanErrorReason } from "../translations.ts";
import { findOrderPlan } from "./order-plan.ts";
import { planNameOf } from "./plan-field.ts";

const placedStates: ReadonlySet<string> = new Set(["PaymentAuthorized", "PaymentSettled"]);

/**
 * Returns why an order with a plan must not make this transition. Undefined if it may. Staff may make every transition,
 * because they place orders for unplaced cycles manually. A paid order may always be placed, and the log says if nobody
 * charges its plan.
 */
export function findPlanTransitionProblem(
  { ctx, order, toState }: { ctx: RequestContext; order: Order; toState: string },
  plans: ReadonlyMap<string, Plan>,
): PlanErrorReason | undefined {
  if (isByStaff(ctx) || !hasPlanItems(order)) return undefined;
  const sold = findOrderPlan(order, plans);
  const mixed = "errorCode" in sold ? sold.reason : undefined;
  if (toState === "ArrangingPayment") return ctx.apiType === "shop" ? mixed : undefined;
  if (!placedStates.has(toState)) return undefined;
  const paid = successfulPayments(order);
  if (paid.length === 0) return mixed ?? "PARTLY_PAID";
  if (!paid.some(({ metadata }) => metadata.variant === "subscription"))
    logLine(
      "warn",
      `plan_paid_once: order ${order.code} has subscription items, but another method paid it. The order is placed, and the gateway does not charge the plan. Do not offer that method for products with a plan.`,
    );
  return undefined;
}

export function hasPlanItems({ lines }: Order): boolean {
  return lines.some((line) => line.quantity > 0 && planNameOf(line.productVariant) !== undefined);
}

function isByStaff({ apiType, activeUserId }: RequestContext): boolean {
  return apiType === "admin" && activeUserId !== undefined;
}

function successfulPayments({ payments }: Order): Payment[] {
  return payments.filter(
    ({ amount, state }) => amount > 0 && (state === "Authorized" || state === "Settled"),
  );
}
