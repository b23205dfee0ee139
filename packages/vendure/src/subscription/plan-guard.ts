import type { Plan } from "@pay-index/core";
import { Logger, type Order, type RequestContext } from "@vendure/core";
import { logContext } from "../log-event.ts";
import { isOwnWork } from "../own-work.ts";
import type { PlanReason } from "../shop-api/errors.ts";
import { planNameOf } from "./plan-field.ts";
import { soldAs } from "./plan-of-order.ts";

interface Step {
  readonly ctx: RequestContext;
  readonly order: Order;
  readonly toState: string;
}

const placed: ReadonlySet<string> = new Set(["PaymentAuthorized", "PaymentSettled"]);

/**
 * Why an order with something on a plan may not take this step; undefined: it may. What the plugin places itself may, and so may
 * staff: a cycle that has no order is made up for by hand. Money that somebody else has taken is never left without its order.
 */
export function whyNotOnPlan(
  { ctx, order, toState }: Step,
  plans: ReadonlyMap<string, Plan>,
): PlanReason | undefined {
  if (isOwnWork() || isByStaff(ctx) || !carriesPlan(order)) return undefined;
  const sold = soldAs(order, plans);
  const mixed = "errorCode" in sold ? sold.reason : undefined;
  if (toState === "ArrangingPayment") return ctx.apiType === "shop" ? mixed : undefined;
  if (!placed.has(toState)) return undefined;
  if (!hasMoney(order)) return mixed ?? "PARTLY_PAID";
  Logger.warn(
    `plan_paid_once: ${order.code} has something on a plan in it and was paid by another method: it is placed, and nobody charges the plan. Do not offer that method for what carries a plan.`,
    logContext,
  );
  return undefined;
}

export function carriesPlan({ lines }: Order): boolean {
  return lines.some((line) => line.quantity > 0 && planNameOf(line.productVariant) !== undefined);
}

function isByStaff({ apiType, activeUserId }: RequestContext): boolean {
  return apiType === "admin" && activeUserId !== undefined;
}

function hasMoney({ payments }: Order): boolean {
  return payments.some(({ amount, state }) => amount > 0 && (state === "Authorized" || state === "Settled"));
}
