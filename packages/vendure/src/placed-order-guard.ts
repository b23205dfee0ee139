import { Order, UserInputError } from "@vendure/core";
import { type EntitySubscriberInterface, EventSubscriber, type UpdateEvent } from "typeorm";

/** The states of an order that is not placed. No request leads back to them. */
const notPlaced: ReadonlySet<string> = new Set(["Created", "Draft", "AddingItems", "ArrangingPayment"]);

/**
 * Vendure writes whole orders as it has read them. A buyer's coupon or address that was on its way while a notification placed the
 * order would write the old state over the new one. Such a write is refused, with all that belongs to it.
 */
@EventSubscriber()
export class PlacedOrderGuard implements EntitySubscriberInterface<Order> {
  listenTo(): typeof Order {
    return Order;
  }

  beforeUpdate({ entity, databaseEntity }: UpdateEvent<Order>): void {
    const [from, to] = [databaseEntity?.state, entity?.state];
    if (from === undefined || to === undefined) return;
    if (!notPlaced.has(from) && notPlaced.has(to)) throw new UserInputError("error.pay-index-order-moved");
  }
}
