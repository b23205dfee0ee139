import { Order, type OrderProcess, TransactionalConnection } from "@vendure/core";
import { lockRow } from "./lock-row.ts";

let connection: TransactionalConnection;

/** The states that a buyer's own requests can lead out of. A shop may have any others. */
export const beforePlaced: ReadonlySet<string> = new Set(["AddingItems", "ArrangingPayment"]);

/**
 * Vendure reads an order, decides, and writes it back without a lock: a buyer who goes back to the cart while a notification
 * places the order would take the placed order back. So whoever moves an order waits for the one before, and moves it only from
 * the state that it has by then.
 */
export const orderGuard: OrderProcess<string> = {
  init(injector) {
    connection = injector.get(TransactionalConnection);
  },
  async onTransitionStart(fromState, _toState, { ctx, order }) {
    if (!beforePlaced.has(fromState)) return undefined;
    const current = await lockRow(connection, ctx, { entity: Order, ids: [order.id] });
    const moved = current.some(({ state }) => state !== fromState);
    return moved ? "message.pay-index-order-moved" : undefined;
  },
};
