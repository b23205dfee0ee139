/** The metadata key with which a product or a variant has a plan. */
export const planMetadataKey = "pay_index_plan";

/** A variant, or its product. */
export interface ProductOrVariant {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the plan of the first carrier that has one, as it was written: an object, or JSON text, which is all that the
 * admin's metadata editor can write. Undefined if none has a plan.
 */
export function findPlanMetadata(
  carriers: readonly (ProductOrVariant | null | undefined)[],
): { readonly id: string; readonly plan: unknown } | undefined {
  for (const carrier of carriers) {
    const plan = carrier?.metadata?.[planMetadataKey];
    if (carrier && plan !== undefined && plan !== null && plan !== "")
      return { id: carrier.id, plan: parsePlanMetadata(plan) };
  }
  return undefined;
}

function parsePlanMetadata(plan: unknown): unknown {
  if (typeof plan !== "string") return plan;
  try {
    return JSON.parse(plan);
  } catch {
    return plan;
  }
}
