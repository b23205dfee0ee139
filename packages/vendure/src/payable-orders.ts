import { Injectable } from "@nestjs/common";
import {
  awaitPromiseOrObservable,
  ConfigService,
  type ID,
  Order,
  OrderService,
  type ProductVariant,
  ProductVariantService,
  type RequestContext,
  StockLevel,
  TransactionalConnection,
  totalCoveredByPayments,
} from "@vendure/core";
import { In } from "typeorm";
import { lockRows } from "./lock-rows.ts";
import { orderTransitionGuard } from "./order-transition-guard.ts";

const relations = [
  "lines",
  "lines.productVariant",
  "lines.productVariant.productVariantPrices",
  "shippingLines",
  "surcharges",
  "customer",
  "payments",
  "payments.refunds",
  "channels",
];

/** Orders with all that says what is still to be paid for them. */
@Injectable()
export class PayableOrders {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly variants: ProductVariantService,
    private readonly config: ConfigService,
  ) {}

  /** Decimals of Vendure's integers. */
  get precision(): number {
    return this.config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /** Vendure adds to the list that it is given, so it gets one of its own. */
  find(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, [...relations] as never);
  }

  /** As it is by now, and as it stays until the transaction ends. */
  async lock(tx: RequestContext, id: ID): Promise<Order | undefined> {
    const [locked] = await lockRows(this.connection, tx, { entity: Order, ids: [id] });
    return locked && (await this.find(tx, id));
  }

  /** What is still to be paid, in Vendure's integers. Payments that failed do not count. */
  due(order: Order): number {
    return order.totalWithTax - totalCoveredByPayments(order);
  }

  /** So that two orders do not both find the last piece. */
  async lockStock(tx: RequestContext, { lines }: Order): Promise<void> {
    const levels = await this.connection
      .getRepository(tx, StockLevel)
      .findBy({ productVariantId: In(lines.map(({ productVariant }) => productVariant.id)) });
    await lockRows(this.connection, tx, { entity: StockLevel, ids: levels.map(({ id }) => id) });
  }

  /**
   * What is not there any more. Vendure checks that when the buyer goes to pay, which may be long ago. Nothing where the shop sells
   * what it has not.
   */
  async outOfStock(ctx: RequestContext, order: Order): Promise<ProductVariant[]> {
    const missing: ProductVariant[] = [];
    for (const { productVariant, quantity } of order.lines) {
      const left = await this.variants.getSaleableStockLevel(ctx, productVariant);
      if (quantity > left) missing.push(productVariant);
    }
    return missing.length === 0 || (await this.mayBePaid(ctx, order)) ? [] : missing;
  }

  /** What the shop's own order process says of this order as it is. */
  private async mayBePaid(ctx: RequestContext, order: Order): Promise<boolean> {
    for (const process of this.config.orderOptions.process) {
      if (process === orderTransitionGuard) continue;
      const answer = process.onTransitionStart?.("AddingItems", "ArrangingPayment", { ctx, order });
      const said = await awaitPromiseOrObservable(answer);
      if (said === false || typeof said === "string") return false;
    }
    return true;
  }
}
