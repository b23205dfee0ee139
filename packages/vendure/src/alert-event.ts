import type { Alert } from "@pay-index/core";
import { type RequestContext, VendureEvent } from "@vendure/core";

/**
 * An alert for staff. The option `alerts.send` can publish it, such as for the EmailPlugin. If a blocking handler throws, `send` is called
 * again.
 */
export class AlertEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly alert: Alert,
  ) {
    super();
  }
}
