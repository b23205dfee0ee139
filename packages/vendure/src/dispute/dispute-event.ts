import type { DisputeDetails } from "@pay-index/core/adapter";
import type { Order } from "@vendure/core";
import { EventWithDetails } from "../event-with-details.ts";

/**
 * The dispute webhook of the gateway reported a chargeback, an alert or a refund. The payment does not change by itself. A subscriber
 * (`ofType`) runs after the commit. A blocking handler is part of the transaction: if it throws, everything rolls back and runs again later.
 */
export class DisputeReportedEvent extends EventWithDetails<{
  readonly key: string;
  /** The order of the disputed charge: that of the sale, or the renewal of a later cycle. */
  readonly order: Order;
  /** The later cycle of a subscription. Undefined: the sale. */
  readonly cycle: number | undefined;
  readonly dispute: DisputeDetails;
}> {}
