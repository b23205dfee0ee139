import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answerStaffRequest } from "../../../../../staff/answer-staff-request.ts";

/** Reads a payment by the staff API: `payments/:id` by the id of its cart, `orders/:id` by the id of an order. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answerStaffRequest(request, response);

/** Runs an action of the staff API, such as `review-items/resolve`. */
export const POST = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answerStaffRequest(request, response);
