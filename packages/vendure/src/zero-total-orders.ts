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

/** Orders with nothing left to pay, so that no gateway is asked: a coupon, a gift card, a payment before. */
@Injectable()
export class ZeroTotalOrders {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly customers: CustomerService,
    private readonly sessions: SessionService,
  ) {}

  /** With all that Vendure's own mutation does beside it. False: it may not be placed by this method as it is by now. */
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
