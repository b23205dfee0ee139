import { Order, UserInputError } from "@vendure/core";
import { type EntitySubscriberInterface, EventSubscriber, type UpdateEvent } from "typeorm";
import { lockRowsWithManager } from "./lock-rows.ts";

/** The states of an order before it is placed. No request leads back to them. */
const unplacedStates: ReadonlySet<string> = new Set(["Created", "Draft", "AddingItems", "ArrangingPayment"]);

/** The state of a placed order that waits for a further payment. */
const additionalState = "ArrangingAdditionalPayment";

/**
 * Refuses writes that would revert a placed order. Vendure writes whole orders as it has read them: a buyer's coupon or
 * address that is being saved while a notification places the order would overwrite the new state. The whole
 * transaction of such a write is refused.
 */
@EventSubscriber()
export class PlacedOrderOverwriteGuard implements EntitySubscriberInterface<Order> {
  listenTo(): typeof Order {
    return Order;
  }

  /**
   * Reads the state under a lock: the state that TypeORM has just read is the old one while a notification places the
   * order.
   */
  async beforeUpdate({ entity, databaseEntity, manager }: UpdateEvent<Order>): Promise<void> {
    if (entity?.state === undefined || databaseEntity === undefined) return;
    const { state: written } = entity;
    // Only a write that moves the order to this state is a transition.
    const isAdditional = written === additionalState && databaseEntity.state === additionalState;
    if (!isAdditional && !unplacedStates.has(written)) return;
    const current = await lockRowsWithManager(manager, { entity: Order, ids: [databaseEntity.id] });
    if (current.some(({ state }) => (isAdditional ? state !== additionalState : !unplacedStates.has(state))))
      throw new UserInputError("error.pay-index-order-moved");
  }
}
