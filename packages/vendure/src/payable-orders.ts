import { Injectable } from "@nestjs/common";
import {
  ConfigService,
  type ID,
  Order,
  OrderService,
  ProductVariantService,
  type RequestContext,
  StockLevel,
  TransactionalConnection,
  totalCoveredByPayments,
} from "@vendure/core";
import { lockRow } from "./lock-row.ts";

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
    const [locked] = await lockRow(this.connection, tx, { entity: Order, ids: [id] });
    return locked && (await this.find(tx, id));
  }

  /** What is still to be paid, in Vendure's integers. Payments that failed do not count. */
  due(order: Order): number {
    return order.totalWithTax - totalCoveredByPayments(order);
  }

  /** Names of what is not there any more. Vendure checks that when the buyer goes to pay, which may be long ago. */
  async outOfStock(tx: RequestContext, order: Order): Promise<string[]> {
    const levels = await this.connection
      .getRepository(tx, StockLevel)
      .createQueryBuilder("level")
      .where("level.productVariantId IN (:...ids)", {
        ids: order.lines.map((line) => line.productVariant.id),
      })
      .getMany();
    await lockRow(this.connection, tx, { entity: StockLevel, ids: levels.map(({ id }) => id) });
    const missing: string[] = [];
    for (const { productVariant, quantity } of order.lines) {
      const left = await this.variants.getSaleableStockLevel(tx, productVariant);
      if (quantity > left) missing.push(productVariant.sku);
    }
    return missing;
  }
}
