import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { renewalMetadataKeys } from "../subscription/renewal-metadata.ts";

/**
 * Removes the metadata of a renewal from a request. Medusa copies the metadata of a cart, which shoppers can write, to
 * its order. A storefront that fills a cart from an earlier order may send it by accident, so the request is not
 * refused.
 */
export function removeRenewalMetadata(
  request: Pick<MedusaRequest, "body" | "validatedBody">,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): void {
  for (const body of [request.body, request.validatedBody]) {
    const { metadata } = Object(body) as { metadata?: unknown };
    if (typeof metadata !== "object" || metadata === null) continue;
    for (const mark of renewalMetadataKeys) delete (metadata as Record<string, unknown>)[mark];
  }
  next();
}
