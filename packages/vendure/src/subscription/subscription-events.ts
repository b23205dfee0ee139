import type { PaidCycle, SubscriptionDetails } from "@pay-index/core/adapter";
import { type Order, type RequestContext, VendureEvent } from "@vendure/core";

/*
 * What a shop may want to hear of its subscriptions. A subscriber (`ofType`) hears it once it is committed; a blocking handler is part
 * of the transaction, and when it throws, all is rolled back and tried again. `key` is the same each time.
 */

interface SubscriptionEventDetails {
  readonly key: string;
  /** The order that began the subscription. */
  readonly order: Order;
  readonly subscription: SubscriptionDetails;
}

/**
 * Thrown by a blocking handler of `CycleRenewedEvent`: this renewal is not made. Nothing of it is kept and it is not tried again by itself;
 * staff get an item with this code and message, from which they may try again.
 */
export class RenewalRefusedError extends Error {
  override readonly name = "RenewalRefusedError";
  /** A word of the shop's own, such as `paused`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A later cycle was paid, and is an order. */
export class CycleRenewedEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly about: SubscriptionEventDetails & { readonly cycle: PaidCycle; readonly renewal: Order },
  ) {
    super();
  }
}

/** The gateway reported that the subscription is closed. */
export class SubscriptionClosedEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly about: SubscriptionEventDetails & { readonly closedAt: Date },
  ) {
    super();
  }
}

/** A cycle should have been paid by now. It may still come. */
export class CycleOverdueEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly about: SubscriptionEventDetails & { readonly cycle: Pick<PaidCycle, "number" | "dueAt"> },
  ) {
    super();
  }
}
