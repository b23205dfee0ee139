import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { checkPlans, isPayIndexError, type Plan, planOfCart, type Variant } from "@pay-index/core";
import { Refusal } from "../checkout/refusal.ts";
import { payIndexOf } from "../pay-index-of.ts";
import type { CartItem, PayableCart } from "../payable-cart.ts";
import { type Carrier, carriedPlan } from "./carried-plan.ts";

type Container = Pick<MedusaContainer, "resolve">;

type Sold = Pick<CartItem, "variant_id">;

interface SoldVariant extends Carrier {
  readonly id: string;
  readonly product?: Carrier | null;
}

/**
 * What a cart is charged by: the plan that its products carry, and where none of them does, what the option `subscriptionPlan` says of the
 * cart. Undefined: it is paid once.
 *
 * @throws Refusal `plans_mixed`, `plan_and_goods`, `plan_invalid`; `plan_missing`, `plan_not_once` where the provider does not fit
 */
export async function planToPay(
  container: MedusaContainer,
  { cart, variant }: { cart: PayableCart; variant: Variant },
): Promise<Plan | undefined> {
  if (variant !== "subscription") {
    await refusePlan(container, cart.items);
    return undefined;
  }
  const plan = (await planCarried(container, cart.items)) ?? (await planOfShop(container, cart));
  if (plan !== undefined) return plan;
  throw new Refusal(
    "plan_missing",
    "Nothing in this cart is charged again and again: pay by another provider.",
  );
}

/** For a cart that is paid once. @throws Refusal `plan_not_once`, `plans_mixed`, `plan_and_goods`, `plan_invalid` */
export async function refusePlan(container: Container, items: readonly Sold[]): Promise<void> {
  if ((await planCarried(container, items)) === undefined) return;
  throw new Refusal("plan_not_once", "This is charged again and again: pay by a provider of subscriptions.");
}

/** Whether anything in a cart is charged again and again, whether it could be sold so or not. */
export async function carriesPlan(container: Container, items: readonly Sold[]): Promise<boolean> {
  const variants = await soldVariants(container, items);
  return [...variants.values()].some((each) => carriedPlan([each, each.product]) !== undefined);
}

async function planCarried(container: Container, items: readonly Sold[]): Promise<Plan | undefined> {
  const variants = await soldVariants(container, items);
  const lines = items.map(({ variant_id }) => checked(variants.get(variant_id ?? "")));
  const sold = planOfCart(lines);
  if ("refused" in sold) throw new Refusal(sold.refused.code, sold.refused.message);
  return sold.plan;
}

async function soldVariants(
  container: Container,
  items: readonly Sold[],
): Promise<ReadonlyMap<string, SoldVariant>> {
  const ids = items.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]));
  // A filter of nothing must not be taken for none.
  if (ids.length === 0) return new Map();
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "variant",
    fields: ["id", "metadata", "product.id", "product.metadata"],
    filters: { id: ids },
  });
  return new Map((data as unknown as SoldVariant[]).map((each) => [each.id, each]));
}

function checked(variant: SoldVariant | undefined): Plan | undefined {
  const carried = variant && carriedPlan([variant, variant.product]);
  if (carried === undefined) return undefined;
  return valid(carried.id, carried.plan);
}

async function planOfShop(container: MedusaContainer, cart: PayableCart): Promise<Plan | undefined> {
  const { subscriptionPlan } = payIndexOf(container).options.own;
  const plan = await subscriptionPlan?.({ cart, container });
  return plan === undefined ? undefined : valid("subscriptionPlan", plan);
}

function valid(name: string, plan: unknown): Plan {
  try {
    return checkPlans({ [name]: plan })[name] as Plan;
  } catch (error) {
    if (!isPayIndexError(error, "options_invalid")) throw error;
    throw new Refusal("plan_invalid", "What this cart would be charged by cannot be sold.", {
      problems: error.problems,
    });
  }
}
