import { Injectable } from "@nestjs/common";
import type { PaidPayment } from "@pay-index/core/adapter";
import {
  Order,
  OrderCalculator,
  type RequestContext,
  Surcharge,
  TransactionalConnection,
} from "@vendure/core";
import { requireVendureAmount } from "../amount.ts";
import { translateSubscriptionPriceLabel } from "../translations.ts";

/** The product number of the surcharge for the first period, so that renewals do not copy it. */
export const firstPeriodSku = "pay-index-first-period";

/**
 * Vendure places an order only when its whole total is paid. So an order whose first period has a price of its own gets one surcharge, the
 * difference to the price of a cycle. Does not use `addSurchargeToOrder`, which calculates promotions and shipping again.
 */
@Injectable()
export class FirstPeriodSurcharge {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly calculator: OrderCalculator,
  ) {}

  /**
   * Returns the amount to record for the order, in Vendure's integers.
   *
   * @param due the amount due before, in Vendure's integers
   * @throws RefusalRollback if Vendure's integers have too few decimals
   */
  async apply(
    tx: RequestContext,
    order: Order,
    { payment, due, precision }: { payment: PaidPayment; due: number; precision: number },
  ): Promise<number> {
    const { amount, chargedAmount } = payment;
    if (chargedAmount.minor === amount.minor) return due;
    const charged = requireVendureAmount(chargedAmount, precision);
    const surcharge = new Surcharge({
      description: translateSubscriptionPriceLabel(tx.languageCode),
      sku: firstPeriodSku,
      listPrice: charged - due,
      listPriceIncludesTax: true,
      taxLines: [],
      order: { id: order.id },
    });
    order.surcharges.push(await this.connection.getRepository(tx, Surcharge).save(surcharge));
    this.calculator.calculateOrderTotals(order);
    const { subTotal, subTotalWithTax } = order;
    await this.connection.getRepository(tx, Order).update({ id: order.id }, { subTotal, subTotalWithTax });
    return charged;
  }
}
