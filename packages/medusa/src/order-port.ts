import type { MedusaContainer } from "@medusajs/framework/types";
import type { Options } from "@pay-index/core";
import type {
  CycleOverdueReport,
  DoneAnswer,
  OrderPort,
  OrderPortAnswer,
  OrderRefusal,
  PlacedAnswer,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PlaceRenewalRequest,
  SubscriptionClosedReport,
  SyncRefundRequest,
} from "@pay-index/core/adapter";
import { OrderPlacer } from "./order-placer.ts";
import { bookOrderRefunds } from "./refunds/sync-refunds.ts";
import { emitCycleOverdue, emitSubscriptionClosed } from "./subscription/emit-subscription-events.ts";
import { placeRenewal } from "./subscription/place-renewal.ts";
import { isTransactionConflict } from "./transaction-conflict.ts";

type Merchants = Options["merchants"];

/** How often an order is placed again after Postgres ended its transaction for another one. */
const maxTries = 3;

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
    return retryTransactionConflict(() => this.#orders.place(request));
  }

  placeRenewal(request: PlaceRenewalRequest): Promise<PlacedAnswer | OrderRefusal> {
    return retryTransactionConflict(() => placeRenewal(this.#container, this.#merchants, request));
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

async function retryTransactionConflict<Answer extends OrderPortAnswer>(
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === maxTries || !isTransactionConflict(error)) throw error;
    }
  }
}
