import type { MedusaContainer } from "@medusajs/framework/types";
import type { Options } from "@pay-index/core";
import type {
  CycleOverdueReport,
  OrderPort,
  OrderPortAnswer,
  OrderRefusal,
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

/** How often an order is begun that Postgres ends in favour of another one. */
const maxTries = 3;

/** Medusa as core sees it. There is no transaction that both write in. */
export class MedusaOrderPort implements OrderPort {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;
  readonly #orders: OrderPlacer;

  constructor(container: MedusaContainer, merchants: Merchants) {
    this.#container = container;
    this.#merchants = merchants;
    this.#orders = new OrderPlacer(container, merchants);
  }

  placeOrder(work: PlaceOrderRequest): Promise<PlaceOrderAnswer | OrderRefusal> {
    return retryTransactionConflict(() => this.#orders.place(work));
  }

  placeRenewal(work: PlaceRenewalRequest): Promise<OrderPortAnswer> {
    return retryTransactionConflict(() => placeRenewal(this.#container, this.#merchants, work));
  }

  subscriptionClosed(work: SubscriptionClosedReport): Promise<OrderPortAnswer> {
    return emitSubscriptionClosed(this.#container, work);
  }

  cycleOverdue(work: CycleOverdueReport): Promise<OrderPortAnswer> {
    return emitCycleOverdue(this.#container, work);
  }

  async syncRefunds({ order }: SyncRefundRequest): Promise<OrderPortAnswer> {
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
