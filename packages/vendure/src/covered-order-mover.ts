import { Injectable } from "@nestjs/common";
import {
  HistoryService,
  type ID,
  Order,
  OrderService,
  type OrderState,
  type Payment,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { CheckoutOrderReader } from "./checkout-order-reader.ts";

/** The states of an order while staff change it. */
const changingStates: ReadonlySet<string> = new Set(["Modifying", "ArrangingAdditionalPayment"]);

/**
 * Moves an order on when an additional payment covers it. Vendure leaves that to staff, and to the plugin that adds the
 * payment.
 */
@Injectable()
export class CoveredOrderMover {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly history: HistoryService,
    private readonly payable: CheckoutOrderReader,
  ) {}

  /**
   * Moves an order from `ArrangingAdditionalPayment` to the state that it had before, or to the nearest one that Vendure
   * permits. Does nothing in other states, or if something is due.
   *
   * @param payment marks the open modifications as paid by it, as Vendure does for a manual payment
   */
  async moveOn(tx: RequestContext, id: ID, payment?: Payment): Promise<void> {
    if ((await this.payable.stateOf(tx, id)) !== "ArrangingAdditionalPayment") return;
    if (payment !== undefined) await this.settleModifications(tx, id, payment);
    for (const state of await this.nextStates(tx, id))
      if (!("errorCode" in (await this.orders.transitionToState(tx, id, state)))) return;
  }

  private async settleModifications(tx: RequestContext, id: ID, payment: Payment): Promise<void> {
    const modifications = await this.orders.getOrderModifications(tx, id);
    const open = modifications.filter(({ isSettled }) => !isSettled);
    // Vendure does not export the entity, whose class each of them has.
    await this.connection
      .getRepository(tx, Order)
      .manager.save(open.map((modification) => Object.assign(modification, { payment })));
  }

  /** New goods of a shipped order are not shipped. */
  private async nextStates(tx: RequestContext, id: ID): Promise<OrderState[]> {
    const newest = {
      sort: { createdAt: "DESC" },
      filter: { type: { eq: "ORDER_STATE_TRANSITION" } },
    } as never;
    const { items } = await this.history.getHistoryForOrder(tx, id, false, newest);
    const before = items.map(({ data }) => data.from).find((state) => !changingStates.has(state));
    const next: readonly (OrderState | undefined)[] = [
      before,
      ...(before === "Shipped" ? ["PartiallyShipped" as const] : []),
      "PaymentSettled",
    ];
    return next.filter((state) => state !== undefined);
  }
}
