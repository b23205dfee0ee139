import type { MedusaContainer } from "@medusajs/framework/types";
import { type OrderPort, runOrderTransaction } from "@pay-index/core/adapter";
import { emitDispute } from "./dispute/emit-dispute.ts";
import type { CheckedOptions } from "./options.ts";
import { OrderPlacer } from "./order-placer.ts";
import { findLinkSale } from "./payment-link/link-sale.ts";
import { emitRefundEnded } from "./refunds/emit-refund-ended.ts";
import { syncOrderRefunds } from "./refunds/sync-refunds.ts";
import {
  emitCycleFailed,
  emitCycleOverdue,
  emitSubscriptionClosed,
} from "./subscription/emit-subscription-events.ts";
import { placeRenewal } from "./subscription/place-renewal.ts";

/** Returns the order port of Medusa. Medusa and core have no common transaction, so each step can be repeated safely. */
export function createOrderPort(container: MedusaContainer, options: CheckedOptions): OrderPort {
  const orders = new OrderPlacer(container, options);
  const { merchants } = options.core;
  return {
    placeOrder: (request) => runOrderTransaction(() => orders.place(request)),
    linkSale: (about) => findLinkSale(container, about),
    placeRenewal: (request) => runOrderTransaction(() => placeRenewal(container, merchants, request)),
    subscriptionClosed: (request) => emitSubscriptionClosed(container, request),
    cycleFailed: (request) => emitCycleFailed(container, request),
    cycleOverdue: (request) => emitCycleOverdue(container, request),
    disputed: (request) => emitDispute(container, request),
    refundEnded: (report) => emitRefundEnded(container, report),
    async syncRefunds({ order }) {
      await syncOrderRefunds(container, order);
      return { done: true };
    },
  };
}
