import { Inject } from "@nestjs/common";
import { Parent, ResolveField, Resolver } from "@nestjs/graphql";
import type { ProductVariant } from "@vendure/core";
import { type CheckedOptions, pluginOptionsToken } from "../options.ts";
import { planNameOf } from "./plan-field.ts";

/** The plan of a product variant, for storefronts. */
@Resolver("ProductVariant")
export class ProductPlanResolver {
  constructor(@Inject(pluginOptionsToken) private readonly options: CheckedOptions) {}

  @ResolveField()
  payIndexPlan(@Parent() variant: ProductVariant) {
    const plan = this.options.own.plans.get(planNameOf(variant) ?? "");
    return plan === undefined ? null : { ...plan, type: plan.type.toUpperCase() };
  }
}
