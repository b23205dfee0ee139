import { isPayIndexError, type Options, type Plan, type Problem, type Sale } from "@pay-index/core";
import { checkCataloguePlans, z } from "@pay-index/core/adapter";
import {
  assertNoOptionProblems,
  type CartHostOptions,
  cartHostOptionsSchema,
  checkAndSplitOptions,
  createFunctionSchema,
  findBuyerCancelOptionProblems,
  type HostAlertOptions,
} from "@pay-index/server";
import type { Injector, RequestContext, RuntimeVendureConfig } from "@vendure/core";
import type { CompleteOrder } from "./complete-order-option.ts";
import { DeferredRouter } from "./deferred-router.ts";

/** The token of the options in Nest. */
export const pluginOptionsToken = Symbol("pay-index options");

/** A cron schedule with seconds: every ten seconds. */
export const defaultSweepSchedule = "*/10 * * * * *";

/**
 * A plan, as a shop writes it. Its price is the price of the order. Never change its `id`: the gateway knows the plan by it.
 * `firstPeriodAmount` is what the first order charges as a whole, in minor units of its currency (PLAN-FIRST).
 */
export type PlanInput = Extract<Sale, { variant: "subscription" }>["plan"];

/**
 * The options of the plugin. `publicUrl` is the public address of this server, with a path of its own, such as
 * `https://api.shop.example/pay`. A merchant's `tenant` is the id of a channel. Default: the default channel. `orderPage` is the
 * storefront's page: `reference` is the order's code, `tenant` the id of the buyer's channel, or `default`.
 */
export interface PayIndexPluginOptions extends Omit<Options, "alerts">, CartHostOptions {
  /**
   * Alerts for staff about review items and the gateway, and a digest of each day. `send` gets the alert, and Vendure's `injector` with a
   * `ctx` of the default channel, such as to publish an `AlertEvent` for the EmailPlugin. Default: none.
   */
  readonly alerts?: HostAlertOptions<VendureAlertHost> | undefined;
  /**
   * The plans that buyers can subscribe to, by a name of your own. Staff choose the name in a product variant's custom field
   * `payIndexPlan`. The option creates the field, even with `{}`, so generate a migration. Keep the option while a product has a plan:
   * without the field, the shop sells the product once instead of subscribing the buyer.
   */
  readonly plans?: Readonly<Record<string, PlanInput>>;
  /** When the sweep runs: a cron schedule, with optional seconds. Default: every ten seconds. */
  readonly schedule?: string;
  /**
   * Completes a paid order, in the transaction that places it. Default: the plugin adds a settled payment, which places the order. A
   * function that throws runs again, up to ten times, and all that it did is rolled back. Staff get a review item if it keeps failing,
   * refuses, or does not place the order. Renewals are completed by the plugin.
   */
  readonly completeOrder?: CompleteOrder;
}

/** What `alerts.send` gets of Vendure. */
export interface VendureAlertHost {
  readonly injector: Injector;
  readonly ctx: RequestContext;
}

/** The checked options that Vendure adds to those of core. */
export interface CheckedVendureOptions
  extends CartHostOptions,
    Pick<PayIndexPluginOptions, "schedule" | "completeOrder"> {
  readonly plans: ReadonlyMap<string, Plan>;
  /** Whether product variants have a field for the plan. */
  readonly hasPlanField: boolean;
}

export interface CheckedOptions {
  readonly core: Options;
  readonly own: CheckedVendureOptions;
  /** The path that the payment routes are mounted at. */
  readonly route: string;
  readonly deferredRouter: DeferredRouter;
}

const vendureOptionsSchema = cartHostOptionsSchema.extend({
  schedule: z.string("must be a cron schedule").optional(),
  completeOrder: createFunctionSchema("must be a function that completes an order").optional(),
});

/** Returns whether refunds in Vendure go through the gateway. */
export function areGatewayRefundsEnabled({ core }: Pick<CheckedOptions, "core">): boolean {
  return core.operations?.refund !== undefined;
}

/** @throws PayIndexError `options_invalid` for the options that Vendure adds. Core checks the others when the gateway is created. */
export function checkOptions(options: PayIndexPluginOptions): CheckedOptions {
  const { plans = {}, ...others } = Object(options) as PayIndexPluginOptions;
  const { own, core } = checkAndSplitOptions<
    CartHostOptions & Pick<PayIndexPluginOptions, "schedule" | "completeOrder">
  >(vendureOptionsSchema, { ...others }, ({ publicUrl, merchants }) => [
    ...findPathProblems(publicUrl),
    ...findMerchantProblems(merchants),
    ...findPlanProblems(plans),
    ...findBuyerCancelOptionProblems(others),
  ]);
  const checkedPlans = new Map(Object.entries(checkCataloguePlans(plans)));
  const hasPlanField = options.plans !== undefined;
  return {
    core,
    own: { ...own, plans: checkedPlans, hasPlanField },
    route: new URL(core.publicUrl).pathname.replace(/\/+$/, ""),
    deferredRouter: new DeferredRouter(),
  };
}

/** Returns each mistake of the plans, such as at `plans.coffee.type`. */
function findPlanProblems(plans: unknown): Problem[] {
  if (typeof plans !== "object" || plans === null || Array.isArray(plans))
    return [{ path: "plans", message: "must be an object of plans, by name" }];
  try {
    const ids = Object.values(checkCataloguePlans(plans as Record<string, unknown>)).map(({ id }) => id);
    const problems: Problem[] = [];
    if ("" in plans) problems.unshift({ path: "plans", message: "each needs a name" });
    if (new Set(ids).size < ids.length)
      problems.unshift({ path: "plans", message: "each needs an id of its own" });
    return problems;
  } catch (error) {
    if (!isPayIndexError(error)) throw error;
    return error.problems.map(({ path, message }) => ({ path: `plans.${path}`, message }));
  }
}

/**
 * Checks that the payment routes hide none of Vendure's APIs, and that no API hides them.
 *
 * @throws PayIndexError `options_invalid`
 */
export function checkRouteConflicts(
  route: string,
  apis: Pick<RuntimeVendureConfig["apiOptions"], "shopApiPath" | "adminApiPath">,
): void {
  const { shopApiPath, adminApiPath } = apis;
  const names = { "Shop API": shopApiPath, "Admin API": adminApiPath };
  for (const [name, path] of Object.entries(names))
    if (isWithin(route, path) || isWithin(path, route))
      assertNoOptionProblems([
        {
          path: "publicUrl",
          message: `its path ${route} collides with Vendure's ${name} at /${namesOf(path).join("/")}. Use a path of its own, such as /pay`,
        },
      ]);
}

/** Returns whether a path is the other path, or below it. Ignores the case of letters, as Express does. */
function isWithin(path: string, above: string): boolean {
  const names = namesOf(path);
  const namesAbove = namesOf(above);
  return (
    namesAbove.length > 0 &&
    namesAbove.every((name, index) => name.toLowerCase() === names[index]?.toLowerCase())
  );
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

/** Core accepts a function. The plugin does not, because it reads the merchants of all channels at start. */
function findMerchantProblems(merchants: unknown): Problem[] {
  if (typeof merchants !== "function") return [];
  return [
    { path: "merchants", message: "must be a list of { id, key }, because a function works on Express only" },
  ];
}

/** Core checks the rest of the address. */
function findPathProblems(url: unknown): Problem[] {
  if (typeof url === "string" && URL.canParse(url) && new URL(url).pathname !== "/") return [];
  const message = "must be an address with a path of its own, such as https://shop.example/pay";
  return [{ path: "publicUrl", message }];
}
