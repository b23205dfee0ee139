import type { Draft, Shop } from "../driver.ts";
import { Buyer } from "./buyer.ts";
import type { Gateway } from "./gateway.ts";
import { Order } from "./order.ts";

/** What a scenario plays on: a shop, its gateway, and a buyer. */
export interface Stage {
  /** Abilities that the scenario does not name may be missing. */
  readonly shop: Required<Shop>;
  readonly gateway: Gateway;
  readonly buyer: Buyer;
  /** Somebody fills a cart: two packets of tea and a cup, if nothing else is said. */
  order(wish?: Partial<Draft>): Promise<Order>;
}

/** @param hasStock whether the shop counts its pieces */
export function stageOf(shop: Shop, gateway: Gateway, hasStock: boolean): Stage {
  return {
    shop: shop as Required<Shop>,
    gateway,
    buyer: new Buyer(shop),
    async order(wish = {}) {
      const draft: Draft = { currency: "USD", lines: teaAndCup, buyer: ada, ...wish };
      const pieces = hasStock ? draft.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
      return new Order(shop, { draft, pieces, checkout: await shop.checkout(draft) });
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
