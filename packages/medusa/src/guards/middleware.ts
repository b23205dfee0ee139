import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";

/** A guard in front of Medusa's routes. It calls `next`, or answers by itself. */
export type Middleware<Request = MedusaRequest> = (
  request: Request,
  response: MedusaResponse,
  next: MedusaNextFunction,
) => Promise<void>;
