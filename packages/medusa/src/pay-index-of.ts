import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayIndexService } from "./modules/pay-index/service.ts";

/** The plugin's service, for whoever has Medusa's container: a route, a job, a subscriber, a workflow's step. */
export function payIndexOf(container: Pick<MedusaContainer, "resolve">): PayIndexService {
  return container.resolve<PayIndexService>("payIndex");
}
