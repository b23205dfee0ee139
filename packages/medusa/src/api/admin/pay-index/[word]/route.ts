import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answerStaffRequest } from "../../../../staff/answer-staff-request.ts";

/** Reads attempts, review items, the health, the overview or who is signed in, by [the staff API](staff-api.md). */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answerStaffRequest(request, response);
