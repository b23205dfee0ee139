import type { Plan } from "@pay-index/core";
import { type Injector, Order, type OrderProcess, TransactionalConnection } from "@vendure/core";
import { lockRow } from "./lock-row.ts";
import { type CheckedOptions, payIndexOptions } from "./options.ts";
import { whyNotOnPlan } from "./subscription/plan-guard.ts";

let connection: TransactionalConnection;
let plans: ReadonlyMap<string, Plan>;

/** The states that a buyer's own requests can lead out of. A shop may have any others. */
export const beforePlaced: ReadonlySet<string> = new Set(["AddingItems", "ArrangingPayment"]);

/**
 * Vendure reads an order, decides, and writes it back without a lock: a buyer who goes back to the cart while a notification
 * places the order would take the placed order back. So whoever moves an order waits for the one before, and moves it only from
 * the state that it has by then. What is on a plan goes no way on which nobody would charge it again.
 */
export const orderGuard: OrderProcess<string> = {
  init(injector: Injector) {
    connection = injector.get(TransactionalConnection);
    ({ plans } = injector.get<CheckedOptions>(payIndexOptions as never).own);
  },
  async onTransitionStart(fromState, toState, { ctx, order }) {
    if (!beforePlaced.has(fromState)) return undefined;
    const current = await lockRow(connection, ctx, { entity: Order, ids: [order.id] });
    const moved = current.some(({ state }) => state !== fromState);
    if (moved) return "message.pay-index-order-moved";
    const reason = whyNotOnPlan({ ctx, order, toState }, plans);
    return reason && `message.pay-index-plan-${reason}`;
  },
};
