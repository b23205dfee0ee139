/** Under which a product, or one of its variants, carries its plan in its metadata. */
export const planMetadataKey = "pay_index_plan";

/** A variant, or its product. */
export interface PlanCarrier {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/**
 * The plan of the first that carries one, as it was written there: as an object, or as the text of one, which is what the admin's own
 * editor of metadata can write. Undefined: it is sold once.
 */
export function findPlanMetadata(
  carriers: readonly (PlanCarrier | null | undefined)[],
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
