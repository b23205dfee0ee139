import type { Plan } from "@pay-index/core";
import { type Injector, Order, type OrderProcess, TransactionalConnection } from "@vendure/core";
import { lockRows } from "./lock-rows.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { findPlanTransitionProblem } from "./subscription/plan-transition-check.ts";

let connection: TransactionalConnection;
let plans: ReadonlyMap<string, Plan>;

/** The states that a buyer's own requests can lead out of. A shop may have any others. */
export const buyerControlledStates: ReadonlySet<string> = new Set(["AddingItems", "ArrangingPayment"]);

/**
 * Vendure reads an order, decides, and writes it back without a lock: a buyer who goes back to the cart while a notification
 * places the order would take the placed order back. So whoever moves an order waits for the one before, and moves it only from
 * the state that it has by then. What is on a plan goes no way on which nobody would charge it again.
 */
export const orderTransitionGuard: OrderProcess<string> = {
  init(injector: Injector) {
    connection = injector.get(TransactionalConnection);
    ({ plans } = injector.get<CheckedOptions>(pluginOptionsToken as never).own);
  },
  async onTransitionStart(fromState, toState, { ctx, order }) {
    if (!buyerControlledStates.has(fromState)) return undefined;
    const current = await lockRows(connection, ctx, { entity: Order, ids: [order.id] });
    const moved = current.some(({ state }) => state !== fromState);
    if (moved) return "message.pay-index-order-moved";
    const reason = findPlanTransitionProblem({ ctx, order, toState }, plans);
    return reason && `message.pay-index-plan-${reason}`;
  },
};
