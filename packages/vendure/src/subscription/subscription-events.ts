import type { PaidCycle, SubscriptionDetails } from "@pay-index/core/adapter";
import { type Order, type RequestContext, VendureEvent } from "@vendure/core";

/*
 * The events of subscriptions. A subscriber (`ofType`) runs after the commit. A blocking handler is part of the
 * transaction: if it throws, everything rolls back and runs again later. `key` is the same in each repeat.
 */

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

/** A cycle is overdue. It can still be paid. */
export class CycleOverdueEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly about: SubscriptionEventDetails & { readonly cycle: Pick<PaidCycle, "number" | "dueAt"> },
  ) {
    super();
  }
}
