import type { FailedCycle, PaidCycle, SubscriptionDetails } from "@pay-index/core/adapter";
import type { Order } from "@vendure/core";
import { EventWithDetails } from "../event-with-details.ts";

interface SubscriptionEventDetails {
  readonly key: string;
  /** The order that started the subscription. */
  readonly order: Order;
  readonly subscription: SubscriptionDetails;
}

/**
 * A blocking handler of `CycleRenewedEvent` throws this error to refuse a renewal. The renewal rolls back and does not
 * run again by itself. Staff get a review item with the code and the message, and can retry it.
 */
export class RenewalRefusedError extends Error {
  override readonly name = "RenewalRefusedError";
  /** A code of the shop's own, such as `paused`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A later cycle was paid, and its order is placed. */
export class CycleRenewedEvent extends EventWithDetails<
  SubscriptionEventDetails & { readonly cycle: PaidCycle; readonly renewal: Order }
> {}

/** The gateway reported that the subscription is closed. */
export class SubscriptionClosedEvent extends EventWithDetails<
  SubscriptionEventDetails & { readonly closedAt: Date }
> {}

/** The charge of a later cycle was declined. The gateway can try it again, so the cycle can still be paid. */
export class CycleFailedEvent extends EventWithDetails<
  SubscriptionEventDetails & { readonly cycle: FailedCycle }
> {}

/** A cycle is overdue. It can still be paid. */
export class CycleOverdueEvent extends EventWithDetails<
  SubscriptionEventDetails & { readonly cycle: Pick<PaidCycle, "number" | "dueAt"> }
> {}
