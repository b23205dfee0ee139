import type { MedusaContainer } from "@medusajs/framework/types";
import type {
  Applied,
  ClosedWork,
  CycleWork,
  HostWork,
  LedgerHost,
  MissedWork,
  Options,
  OrderPlaced,
  RefundWork,
  Refusal,
} from "@pay-index/core";
import { isLostRace } from "./lost-race.ts";
import { PaidOrders } from "./paid-orders.ts";
import { bookOrderRefunds } from "./refunds/book-refunds.ts";
import { renew } from "./subscription/renew.ts";
import { tellClosed, tellMissed } from "./subscription/tell.ts";

type Merchants = Options["merchants"];

/** How often an order is begun that Postgres ends in favour of another one. */
const triesAtOnce = 3;

/** Medusa as core sees it. There is no transaction that both write in. */
export class MedusaHost implements LedgerHost {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;
  readonly #orders: PaidOrders;

  constructor(container: MedusaContainer, merchants: Merchants) {
    this.#container = container;
    this.#merchants = merchants;
    this.#orders = new PaidOrders(container, merchants);
  }

  apply(work: HostWork): Promise<OrderPlaced | Refusal> {
    return again(() => this.#orders.place(work));
  }

  renew(work: CycleWork): Promise<Applied> {
    return again(() => renew(this.#container, this.#merchants, work));
  }

  closed(work: ClosedWork): Promise<Applied> {
    return tellClosed(this.#container, work);
  }

  missed(work: MissedWork): Promise<Applied> {
    return tellMissed(this.#container, work);
  }

  async bookRefunds({ order }: RefundWork): Promise<Applied> {
    await bookOrderRefunds(this.#container, order);
    return { done: true };
  }
}

async function again<Answer extends Applied>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === triesAtOnce || !isLostRace(error)) throw error;
    }
  }
}
