import type { MedusaContainer } from "@medusajs/framework/types";
import type { Options } from "@pay-index/core";
import {
  type CycleOverdueReport,
  type DoneAnswer,
  type OrderPort,
  type OrderRefusal,
  type PlacedAnswer,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  type PlaceRenewalRequest,
  runOrderTransaction,
  type SubscriptionClosedReport,
  type SyncRefundRequest,
} from "@pay-index/core/adapter";
import { OrderPlacer } from "./order-placer.ts";
import { bookOrderRefunds } from "./refunds/sync-refunds.ts";
import { emitCycleOverdue, emitSubscriptionClosed } from "./subscription/emit-subscription-events.ts";
import { placeRenewal } from "./subscription/place-renewal.ts";

type Merchants = Options["merchants"];

/** The order port of Medusa. Medusa and core have no common transaction, so each step can be repeated safely. */
export class MedusaOrderPort implements OrderPort {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;
  readonly #orders: OrderPlacer;

  constructor(container: MedusaContainer, merchants: Merchants) {
    this.#container = container;
    this.#merchants = merchants;
    this.#orders = new OrderPlacer(container, merchants);
  }

  placeOrder(request: PlaceOrderRequest): Promise<PlaceOrderAnswer | OrderRefusal> {
    return runOrderTransaction(() => this.#orders.place(request));
  }

  placeRenewal(request: PlaceRenewalRequest): Promise<PlacedAnswer | OrderRefusal> {
    return runOrderTransaction(() => placeRenewal(this.#container, this.#merchants, request));
  }

  subscriptionClosed(request: SubscriptionClosedReport): Promise<DoneAnswer> {
    return emitSubscriptionClosed(this.#container, request);
  }

  cycleOverdue(request: CycleOverdueReport): Promise<DoneAnswer> {
    return emitCycleOverdue(this.#container, request);
  }

  async syncRefunds({ order }: SyncRefundRequest): Promise<DoneAnswer> {
    await bookOrderRefunds(this.#container, order);
    return { done: true };
  }
}
