import { Injectable } from "@nestjs/common";
import {
  CustomerService,
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  SessionService,
  TransactionalConnection,
} from "@vendure/core";

/** Places orders with nothing left to pay without the gateway: after a coupon, a gift card, or an earlier payment. */
@Injectable()
export class ZeroTotalOrderPlacer {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly customers: CustomerService,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Places the order with everything that Vendure's own mutation does. Returns false if this method cannot place the
   * order any more.
   */
  place(ctx: RequestContext, { id }: Order, method: string): Promise<boolean> {
    return this.connection.withTransaction(ctx, async (tx) => {
      const placed = await this.orders.addPaymentToOrder(tx, id, { method, metadata: {} });
      if (isGraphQlErrorResult(placed) || placed.active) return false;
      await this.customers.createAddressesForNewCustomer(tx, placed);
      if (tx.session?.activeOrderId === id) await this.sessions.unsetActiveOrder(tx, tx.session);
      return true;
    });
  }
}
