import { Injectable } from "@nestjs/common";
import {
  type ID,
  isGraphQlErrorResult,
  Order,
  OrderService,
  Promotion,
  PromotionService,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { In } from "typeorm";
import { lockRows } from "./lock-rows.ts";

/** Checks coupons with a usage limit. Many carts can have such a coupon, and their payments end in any order. */
@Injectable()
export class CouponLimitChecker {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly promotions: PromotionService,
    private readonly orders: OrderService,
  ) {}

  /** Removes invalid coupons from an order, as Vendure does when it adds a payment. Returns their codes. */
  async dropInvalid(tx: RequestContext, order: Order): Promise<string[]> {
    await this.lock(tx, order);
    const dropped: string[] = [];
    for (const code of order.couponCodes) {
      const standing = await this.promotions.validateCouponCode(tx, code, order.customer?.id, order.id);
      if (!isGraphQlErrorResult(standing)) continue;
      await this.orders.removeCouponCode(tx, order.id, code);
      dropped.push(code);
    }
    return dropped;
  }

  /**
   * Returns the codes whose limit other placed orders have reached. A coupon that has only expired was valid when the
   * buyer started to pay.
   */
  async usedUp(tx: RequestContext, order: Order): Promise<string[]> {
    const usedUp: string[] = [];
    const customer = order.customer?.id;
    for (const { id, couponCode, usageLimit, perCustomerUsageLimit } of await this.lock(tx, order)) {
      const isUsedUp =
        (usageLimit !== null && (await this.uses(tx, order, { id })) >= usageLimit) ||
        (perCustomerUsageLimit !== null &&
          customer !== undefined &&
          (await this.uses(tx, order, { id, customer })) >= perCustomerUsageLimit);
      if (isUsedUp) usedUp.push(couponCode);
    }
    return usedUp;
  }

  /** Counts the uses by other placed orders. */
  private uses(
    tx: RequestContext,
    order: Order,
    { id, customer }: { readonly id: ID; readonly customer?: ID },
  ): Promise<number> {
    const query = this.connection
      .getRepository(tx, Order)
      .createQueryBuilder("order")
      .innerJoin("order.promotions", "promotion", "promotion.id = :id", { id })
      .where("order.id != :own", { own: order.id })
      .andWhere("order.orderPlacedAt IS NOT NULL")
      .andWhere("order.state != 'Cancelled' AND order.type != 'Seller'");
    if (customer !== undefined) query.andWhere("order.customerId = :customer", { customer });
    return query.getCount();
  }

  /** Locks the promotions, so that the second of two orders counts the use of the first one. */
  private async lock(tx: RequestContext, { couponCodes }: Order): Promise<Promotion[]> {
    if (couponCodes.length === 0) return [];
    const found = await this.connection
      .getRepository(tx, Promotion)
      .find({ where: { couponCode: In(couponCodes), channels: { id: tx.channelId } } });
    return lockRows(this.connection, tx, { entity: Promotion, ids: found.map(({ id }) => id) });
  }
}
