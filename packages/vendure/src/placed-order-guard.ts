import { Order, UserInputError } from "@vendure/core";
import { type EntitySubscriberInterface, EventSubscriber, type UpdateEvent } from "typeorm";
import { lockRowsWithManager } from "./lock-rows.ts";

/** The states of an order that is not placed. No request leads back to them. */
const unplacedStates: ReadonlySet<string> = new Set(["Created", "Draft", "AddingItems", "ArrangingPayment"]);

/**
 * Vendure writes whole orders as it has read them. A buyer's coupon or address that was on its way while a notification placed the
 * order would write the old state over the new one. Such a write is refused, with all that belongs to it.
 */
@EventSubscriber()
export class PlacedOrderGuard implements EntitySubscriberInterface<Order> {
  listenTo(): typeof Order {
    return Order;
  }

  /** Under lock: what TypeORM has just read is the old state for as long as a notification is placing the order. */
  async beforeUpdate({ entity, databaseEntity, manager }: UpdateEvent<Order>): Promise<void> {
    if (entity?.state === undefined || databaseEntity === undefined || !unplacedStates.has(entity.state))
      return;
    const current = await lockRowsWithManager(manager, { entity: Order, ids: [databaseEntity.id] });
    if (current.some(({ state }) => !unplacedStates.has(state)))
      throw new UserInputError("error.pay-index-order-moved");
  }
}
