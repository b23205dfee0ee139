import { Injectable } from "@nestjs/common";
import type { Gateway } from "@pay-index/core";
import {
  awaitPromiseOrObservable,
  ConfigService,
  type ID,
  Order,
  OrderService,
  type OrderState,
  type ProductVariant,
  ProductVariantService,
  type RequestContext,
  StockLevel,
  TransactionalConnection,
  totalCoveredByPayments,
} from "@vendure/core";
import { paymentKeyOfOrder } from "./checkout-snapshot.ts";
import { lockRows } from "./lock-rows.ts";
import { orderTransitionGuard } from "./order-transition-guard.ts";

/** An order in a state in which it can be paid, and the part of its payment that is due (ENG-PART). */
export interface PayableOrder {
  readonly order: Order;
  /** Undefined for an order that is not placed yet. */
  readonly part: number | undefined;
}

const relations = [
  "lines",
  "lines.productVariant",
  "lines.productVariant.productVariantPrices",
  "shippingLines",
  "surcharges",
  "customer",
  "payments",
  "payments.refunds",
];

/** Reads orders with everything that determines the amount due. */
@Injectable()
export class CheckoutOrderReader {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly variants: ProductVariantService,
    private readonly config: ConfigService,
  ) {}

  /** The number of decimals of Vendure's integers. */
  get precision(): number {
    return this.config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /** Passes a copy of the relations, because Vendure adds to the list. */
  find(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, [...relations] as never);
  }

  /**
   * Returns the order if it can be paid now: during the checkout, or after staff asked for an additional payment. Reads
   * the part before the amount due, so that a payment that arrives in between is not charged again.
   */
  async findPayable(
    ctx: RequestContext,
    id: ID,
    gateway: Pick<Gateway, "status">,
  ): Promise<PayableOrder | undefined> {
    const order = await this.find(ctx, id);
    if (order?.state === "ArrangingPayment") return { order, part: undefined };
    if (order?.state !== "ArrangingAdditionalPayment") return undefined;
    const { openPart: part } = await gateway.status(paymentKeyOfOrder(order));
    const current = await this.find(ctx, id);
    return current?.state === order.state ? { order: current, part } : undefined;
  }

  /** Reads only the state of the order. */
  async stateOf(tx: RequestContext, id: ID): Promise<OrderState | undefined> {
    const order = await this.connection
      .getRepository(tx, Order)
      .findOne({ where: { id }, select: ["state"] });
    return order?.state;
  }

  /** Reads the order and locks it until the transaction ends. */
  async lock(tx: RequestContext, id: ID): Promise<Order | undefined> {
    const [locked] = await lockRows(this.connection, tx, { entity: Order, ids: [id] });
    return locked && (await this.find(tx, id));
  }

  /** Returns the amount due, in Vendure's integers. Failed payments do not count. */
  due(order: Order): number {
    return order.totalWithTax - totalCoveredByPayments(order);
  }

  /** Locks the stock, so that two orders cannot both take the last piece. */
  async lockStock(tx: RequestContext, { lines }: Order): Promise<void> {
    const ids = lines.map(({ productVariant }) => productVariant.id);
    await lockRows(this.connection, tx, { entity: StockLevel, ids, of: "productVariantId" });
  }

  /**
   * Returns the variants that are out of stock. Vendure checks stock when the buyer starts to pay, which may be long
   * ago. Empty if the shop sells without stock.
   */
  async outOfStock(ctx: RequestContext, order: Order): Promise<ProductVariant[]> {
    const missing: ProductVariant[] = [];
    for (const { productVariant, quantity } of order.lines) {
      const left = await this.variants.getSaleableStockLevel(ctx, productVariant);
      if (quantity > left) missing.push(productVariant);
    }
    return missing.length === 0 || (await this.mayBePaid(ctx, order)) ? [] : missing;
  }

  /** Whether the shop's own order process permits a payment of the order. */
  async mayBePaid(ctx: RequestContext, order: Order): Promise<boolean> {
    for (const process of this.config.orderOptions.process) {
      if (process === orderTransitionGuard) continue;
      const answer = process.onTransitionStart?.("AddingItems", "ArrangingPayment", { ctx, order });
      const verdict = await awaitPromiseOrObservable(answer);
      if (verdict === false || typeof verdict === "string") return false;
    }
    return true;
  }
}
