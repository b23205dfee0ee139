import type { Draft, Plan, Shop } from "../driver.ts";
import { type Attempt, Buyer } from "./buyer.ts";
import type { Gateway } from "./gateway.ts";
import { Order } from "./order.ts";
import { Staff } from "./staff.ts";

/** What a scenario plays on: a shop and its staff, its gateway, and a buyer. */
export interface Stage {
  /** Abilities that the scenario does not name may be missing. */
  readonly shop: Required<Shop>;
  readonly gateway: Gateway;
  readonly buyer: Buyer;
  readonly staff: Staff;
  /** Somebody fills a cart: two packets of tea and a cup, if nothing else is said. */
  order(wish?: Partial<Draft>): Promise<Order>;
  /** The same cart on a plan of tea, whose first cycle is paid and told. */
  subscription(every?: Partial<Plan>): Promise<{ readonly tea: Order; readonly attempt: Attempt }>;
}

/** @param hasStock whether the shop counts its pieces */
export function stageOf(shop: Shop, gateway: Gateway, hasStock: boolean): Stage {
  const whole = shop as Required<Shop>;
  const buyer = new Buyer(shop);
  const order = async (wish: Partial<Draft> = {}) => {
    const draft: Draft = { currency: "USD", lines: teaAndCup, buyer: ada, ...wish };
    const pieces = hasStock ? draft.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
    return new Order(shop, { draft, pieces, checkout: await shop.checkout(draft) });
  };
  return {
    shop: whole,
    gateway,
    buyer,
    staff: new Staff(whole),
    order,
    async subscription(every) {
      const tea = await order();
      const attempt = await buyer.subscribes(tea, every);
      await gateway.hasTold(attempt);
      return { tea, attempt };
    },
  };
}

const teaAndCup = [
  { name: "Tea", price: 550, quantity: 2 },
  { name: "Cup", price: 899, quantity: 1 },
];

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};
