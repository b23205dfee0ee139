import type { MedusaContainer } from "@medusajs/framework/types";
import type { Options, Problem, Sale } from "@pay-index/core";
import { optionsSchema } from "@pay-index/core/adapter";
import {
  type CartHostOptions,
  cartHostOptionsSchema,
  checkAndSplitOptions,
  createFunctionSchema,
  findBuyerCancelOptionProblems,
  findOptionProblems,
  type HostAlertOptions,
} from "@pay-index/server";
import type { CheckoutCart } from "./checkout-cart.ts";
import type { CompleteOrder } from "./complete-order-option.ts";

type PlanInput = Extract<Sale, { variant: "subscription" }>["plan"];

/** The input of `subscriptionPlan`. */
export interface SubscriptionPlanRequest {
  readonly cart: CheckoutCart;
  readonly container: MedusaContainer;
}

/** The options that Medusa adds to those of core and of every host. */
export interface MedusaSpecificOptions extends CartHostOptions {
  /** Returns the plan of a subscription. Returns undefined if the cart starts none. */
  subscriptionPlan?(about: SubscriptionPlanRequest): PlanInput | undefined | Promise<PlanInput | undefined>;
  /**
   * Completes a paid cart as the shop does it, such as by a workflow of its own, and returns the cart's order. Default: Medusa's
   * `completeCartWorkflow`. Repeat each step safely: the plugin calls the function again until it returns, also for a completed cart. A
   * function that throws runs again, up to ten times. Staff get a review item if it keeps failing, refuses, or returns another order.
   */
  readonly completeOrder?: CompleteOrder;
}

/**
 * The options of the plugin. `publicUrl` is the public address of this server, and ends in `/hooks/pay-index`. A merchant's `tenant` is
 * part of the ids of its providers, so a region chooses the merchant by its providers. `orderPage` is the storefront's page: `reference`
 * is the id of the cart.
 */
export interface PayIndexPluginOptions extends Omit<Options, "alerts">, MedusaSpecificOptions {
  /**
   * Alerts for staff about review items and the gateway, and a digest of each day. `send` gets the alert and Medusa's `container`, such as
   * to create a notification. Default: none.
   */
  readonly alerts?: HostAlertOptions<MedusaAlertHost> | undefined;
}

/** What `alerts.send` gets of Medusa. */
export interface MedusaAlertHost {
  readonly container: MedusaContainer;
}

export interface CheckedOptions {
  readonly core: Options;
  readonly own: MedusaSpecificOptions;
}

/** Where Medusa serves the routes of this plugin. */
export const mountPath = "/hooks/pay-index";

const medusaOptionsSchema = cartHostOptionsSchema.extend({
  subscriptionPlan: createFunctionSchema("must be a function that returns a plan").optional(),
  completeOrder: createFunctionSchema("must be a function that completes a cart").optional(),
});

/** @throws PayIndexError `options_invalid`, with the path of each mistake */
export function checkOptions(options: unknown): CheckedOptions {
  // Medusa adds its own database settings to the options of every module.
  const { database: _, ...given } = Object(options);
  return checkAndSplitOptions(medusaOptionsSchema, given, (core) => [
    ...findOptionProblems(optionsSchema(), core),
    ...findHostProblems(core),
    ...findBuyerCancelOptionProblems(given),
  ]);
}

/** Returns the mistakes that core cannot detect. */
function findHostProblems({ publicUrl, merchants }: Options): Problem[] {
  const problems: Problem[] = [];
  if (typeof publicUrl === "string" && !publicUrl.replace(/\/+$/, "").endsWith(mountPath))
    problems.push({ path: "publicUrl", message: `must end in ${mountPath}, where Medusa serves the routes` });
  for (const [index, merchant] of (Array.isArray(merchants) ? merchants : []).entries())
    if (!/^[A-Za-z0-9-]+$/.test(merchant?.tenant ?? "default"))
      problems.push({
        path: `merchants.${index}.tenant`,
        message: "must be letters, digits and hyphens: it is a part of the provider's id",
      });
  return problems;
}
