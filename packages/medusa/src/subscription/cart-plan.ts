import type { MedusaContainer } from "@medusajs/framework/types";
import { isPayIndexError, type Plan, type Variant } from "@pay-index/core";
import { checkCataloguePlans, planOfCart } from "@pay-index/core/adapter";
import type { CartItem, CheckoutCart } from "../checkout-cart.ts";
import { type Container, findRows } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { StoreRouteError } from "../store-route-error.ts";
import { findPlanMetadata, type ProductOrVariant } from "./plan-metadata.ts";

type SoldItem = Pick<CartItem, "variant_id">;

interface SoldVariant extends ProductOrVariant {
  readonly id: string;
  readonly product?: ProductOrVariant | null;
}

/**
 * Returns the plan of a cart: that of its products, otherwise that of the option `subscriptionPlan`. Undefined if the
 * cart is paid once.
 *
 * @throws StoreRouteError `plans_mixed`, `plan_and_goods`, `plan_invalid`; `plan_missing` or `plan_not_once` if the
 * provider does not fit
 */
export async function findCartPlan(
  container: MedusaContainer,
  { cart, variant }: { cart: CheckoutCart; variant: Variant },
): Promise<Plan | undefined> {
  if (variant !== "subscription") {
    await assertCartWithoutPlan(container, cart.items);
    return undefined;
  }
  const plan = (await findProductPlan(container, cart.items)) ?? (await findShopPlan(container, cart));
  if (plan !== undefined) return plan;
  throw new StoreRouteError(
    "plan_missing",
    "This cart has no subscription. Choose another payment provider.",
  );
}

/**
 * Checks a cart that is paid once. @throws StoreRouteError `plan_not_once`, `plans_mixed`, `plan_and_goods`,
 * `plan_invalid`
 */
export async function assertCartWithoutPlan(container: Container, items: readonly SoldItem[]): Promise<void> {
  if ((await findProductPlan(container, items)) === undefined) return;
  throw new StoreRouteError(
    "plan_not_once",
    "This cart has a subscription. Choose a payment provider for subscriptions.",
  );
}

/** Whether a product in the cart has a plan, valid or not. */
export async function hasPlanItems(container: Container, items: readonly SoldItem[]): Promise<boolean> {
  const variants = await findSoldVariants(container, items);
  return [...variants.values()].some((each) => findPlanMetadata([each, each.product]) !== undefined);
}

async function findProductPlan(container: Container, items: readonly SoldItem[]): Promise<Plan | undefined> {
  const variants = await findSoldVariants(container, items);
  const lines = items.map(({ variant_id }) => parseVariantPlan(variants.get(variant_id ?? "")));
  const sold = planOfCart(lines);
  if ("refused" in sold) throw new StoreRouteError(sold.refused.code, sold.refused.message);
  return sold.plan;
}

async function findSoldVariants(
  container: Container,
  items: readonly SoldItem[],
): Promise<ReadonlyMap<string, SoldVariant>> {
  const ids = items.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]));
  const variants = await findRows<SoldVariant>(container, {
    entity: "variant",
    fields: ["id", "metadata", "product.id", "product.metadata"],
    filters: { id: ids },
  });
  return new Map(variants.map((each) => [each.id, each]));
}

function parseVariantPlan(variant: SoldVariant | undefined): Plan | undefined {
  const carried = variant && findPlanMetadata([variant, variant.product]);
  if (carried === undefined) return undefined;
  return parsePlan(carried.id, carried.plan);
}

async function findShopPlan(container: MedusaContainer, cart: CheckoutCart): Promise<Plan | undefined> {
  const { subscriptionPlan } = resolvePayIndex(container).options.own;
  const plan = await subscriptionPlan?.({ cart, container });
  return plan === undefined ? undefined : parsePlan("subscriptionPlan", plan);
}

function parsePlan(name: string, plan: unknown): Plan {
  try {
    return checkCataloguePlans({ [name]: plan })[name] as Plan;
  } catch (error) {
    if (!isPayIndexError(error, "options_invalid")) throw error;
    throw new StoreRouteError("plan_invalid", "The subscription plan of this cart is not valid.", {
      problems: error.problems,
    });
  }
}
