import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseProviderId } from "../provider-id.ts";
import { mayContainCardData } from "./may-contain-card-data.ts";

interface SessionBody {
  provider_id?: unknown;
  data?: unknown;
}

/**
 * Refuses card data in the data of a payment session, and removes all other data. Medusa stores session data before it
 * calls the provider, returns it to every visitor, and copies it into workflow records. The plugin's providers need no
 * data.
 */
export function refuseCardData(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  const bodies = [request.body, request.validatedBody].filter(isBody);
  const isOurs = bodies.some(({ provider_id }) => parseProviderId(String(provider_id)) !== undefined);
  if (!isOurs) return next();
  const isCard = bodies.some((body) => mayContainCardData(body));
  for (const body of bodies) delete body.data;
  if (!isCard) return next();
  for (const body of bodies) for (const name of Object.keys(body)) delete body[name as keyof SessionBody];
  const message =
    "This route does not accept card data. Nothing was stored. Start the payment, and post the card to the action of its form.";
  response.status(400).json({ type: "invalid_data", code: "pay_index_card_data", message });
}

function isBody(body: unknown): body is SessionBody {
  return typeof body === "object" && body !== null;
}
