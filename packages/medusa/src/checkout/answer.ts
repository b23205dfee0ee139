import type { MedusaResponse } from "@medusajs/framework/http";
import { refusalOf } from "./refusal.ts";

/** JSON, or a refusal with its status. What is neither goes to Medusa's own error handler. */
export async function answer(response: MedusaResponse, work: () => Promise<object>): Promise<void> {
  response.setHeader("cache-control", "no-store");
  try {
    response.status(200).json(await work());
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    if (refusal.retryAt !== undefined)
      response.setHeader("retry-after", new Date(refusal.retryAt).toUTCString());
    response.status(refusal.status).json(refusal);
  }
}
