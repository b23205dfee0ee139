import type { Alert } from "@pay-index/core";
import { type RequestContext, VendureEvent } from "@vendure/core";

/**
 * An alert for staff, without the option `alerts.send`. A blocking handler that throws gets the alert again. The context is that of the
 * default channel.
 */
export class AlertEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly alert: Alert,
  ) {
    super();
  }
}
