import type { Plan } from "@pay-index/core";
import { type Injector, Order, type OrderProcess, TransactionalConnection } from "@vendure/core";
import { lockRows } from "./lock-rows.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { findPlanTransitionProblem } from "./subscription/plan-transition-check.ts";

let connection: TransactionalConnection;
let plans: ReadonlyMap<string, Plan>;

/** The states from which a buyer's own requests can move an order. A shop can have any other states. */
const buyerControlledStates: ReadonlySet<string> = new Set(["AddingItems", "ArrangingPayment"]);

/** The states in which an order can be paid by its buyer. */
export const payableStates = ["ArrangingPayment", "ArrangingAdditionalPayment"] as const;

/** The states from which a payment moves an order on. */
export const unpaidStates: ReadonlySet<string> = new Set([...buyerControlledStates, ...payableStates]);

/**
 * Makes transitions of an order wait for each other. Vendure reads an order, decides, and writes it without a lock: a
 * buyer who goes back to the cart while a notification places the order would revert the placed order, and so would staff
 * who cancel an order while its additional payment is recorded. Each transition
 * therefore locks the order, and starts only from the state that the order has then. Orders with a plan are not placed
 * in a way that charges the plan only once.
 */
export const orderTransitionGuard: OrderProcess<string> = {
  init(injector: Injector) {
    connection = injector.get(TransactionalConnection);
    ({ plans } = injector.get<CheckedOptions>(pluginOptionsToken as never).own);
  },
  async onTransitionStart(fromState, toState, { ctx, order }) {
    if (!unpaidStates.has(fromState)) return undefined;
    const current = await lockRows(connection, ctx, { entity: Order, ids: [order.id] });
    const moved = current.some(({ state }) => state !== fromState);
    if (moved) return "message.pay-index-order-moved";
    const reason = findPlanTransitionProblem({ ctx, order, toState }, plans);
    return reason && `message.pay-index-plan-${reason}`;
  },
};
