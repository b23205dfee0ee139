import type { MedusaContainer } from "@medusajs/framework/types";
import type { Options } from "@pay-index/core";
import { type OrderPort, runOrderTransaction } from "@pay-index/core/adapter";
import type { CompleteOrder } from "./complete-order-option.ts";
import { emitDispute } from "./dispute/emit-dispute.ts";
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

type Merchants = Options["merchants"];

/** Returns the order port of Medusa. Medusa and core have no common transaction, so each step can be repeated safely. */
export function createOrderPort(
  container: MedusaContainer,
  merchants: Merchants,
  completeByShop?: CompleteOrder,
): OrderPort {
  const orders = new OrderPlacer(container, merchants, completeByShop);
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
