import type { DisputeSender } from "../disputes/dispute-sender.ts";
import type { DisputeWebhooks } from "../disputes/dispute-webhooks.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { DeliveryWatch } from "../orders/delivery-watch.ts";
import type { OrderOutcomes } from "../outcomes/order-outcomes.ts";
import type { Refunds } from "../refunds/refunds.ts";
import type { EventBroadcaster } from "./event-broadcaster.ts";
import type { RejectedSales } from "./rejected-sales.ts";

/** The parts of the gateway that the control uses. */
export interface ControlDependencies extends GatewayCore {
  readonly outcomes: OrderOutcomes;
  readonly refunds: Refunds;
  readonly disputes: DisputeSender;
  readonly webhooks: DisputeWebhooks;
  readonly notifier: Notifier;
  readonly refusals: RejectedSales;
  readonly watch: DeliveryWatch;
  readonly events: EventBroadcaster;
}
