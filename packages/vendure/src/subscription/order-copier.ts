import { Injectable } from "@nestjs/common";
import {
  ConfigService,
  type CustomFields,
  EventBus,
  type ID,
  type LanguageCode,
  Order,
  OrderCalculator,
  OrderLine,
  OrderLineEvent,
  OrderService,
  type RequestContext,
  ShippingLine,
  Surcharge,
  TransactionalConnection,
} from "@vendure/core";
import { translateSubscriptionPriceLabel } from "../translations.ts";
import { firstPeriodSku } from "./first-period-surcharge.ts";

interface CopyOptions {
  readonly first: Order;
  readonly lines: OrderLine[];
  /** Returns what the copy must cost, from the sum of its lines. */
  readonly totalFor: (own: number) => number;
  /** The buyer's language. */
  readonly languageCode: LanguageCode;
}

const relations = [
  "customer",
  "lines",
  "lines.productVariant",
  "lines.featuredAsset",
  "shippingLines",
  "surcharges",
  "surcharges.orderModification",
];

/**
 * Copies orders at their original prices. Does not use `addItemsToOrder`, which uses current prices and refuses
 * products that are no longer sold, because a running subscription continues.
 */
@Injectable()
export class OrderCopier {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly calculator: OrderCalculator,
    private readonly config: ConfigService,
    private readonly events: EventBus,
  ) {}

  /** Reads the order with everything that is copied. */
  original(tx: RequestContext, id: ID): Promise<Order | undefined> {
    const { OrderLine: ofLines = [], ShippingLine: ofShipping = [] } = this.config.customFields;
    const related = (path: string, fields: CustomFields["OrderLine"] = []) =>
      fields.filter(({ type }) => type === "relation").map(({ name }) => `${path}.customFields.${name}`);
    const more = [...related("lines", ofLines), ...related("shippingLines", ofShipping)];
    return this.orders.findOne(tx, id, [...relations, ...more] as never);
  }

  /** Returns the lines as they were placed. Later changes by staff concern only the first order. */
  linesOf({ lines }: Order): OrderLine[] {
    const isKnown = lines.some(({ orderPlacedQuantity }) => orderPlacedQuantity > 0);
    return lines
      .map((line) => ({ line, quantity: isKnown ? line.orderPlacedQuantity : line.quantity }))
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity }) => copyLine(line, quantity));
  }

  /**
   * Fills an empty order with lines, shipping, customer and addresses, so that it costs the charged amount. Coupons are
   * not used again: their discount is part of the charged price.
   */
  async fill(
    tx: RequestContext,
    copy: Order,
    { first, lines, totalFor, languageCode }: CopyOptions,
  ): Promise<void> {
    const order = { id: copy.id };
    const shipping = new Map<ID, ShippingLine>();
    for (const line of first.shippingLines) shipping.set(line.id, copyShippingLine(line, order));
    copy.shippingLines = await this.connection.getRepository(tx, ShippingLine).save([...shipping.values()]);
    for (const line of lines)
      Object.assign(line, { order, ...shippingFields(shipping.get(line.shippingLineId ?? "")) });
    copy.lines = await this.connection.getRepository(tx, OrderLine).save(lines);
    copy.surcharges = first.surcharges
      .filter(({ orderModification, sku }) => orderModification === null && sku !== firstPeriodSku)
      .map((surcharge) => copySurcharge(surcharge, order));
    const { customer, shippingAddress, billingAddress, taxZoneId } = first;
    Object.assign(copy, { customer, shippingAddress, billingAddress, taxZoneId });
    this.cost(copy, { totalFor, languageCode });
    await this.connection.getRepository(tx, Surcharge).save(copy.surcharges);
    await this.connection.getRepository(tx, Order).save(copy, { reload: false });
    for (const line of copy.lines) await this.events.publish(new OrderLineEvent(tx, copy, line, "created"));
  }

  /** The lines cost the charged amount, unless staff changed the first order: then one more line has the difference. */
  private cost(
    copy: Order,
    { totalFor, languageCode }: Pick<CopyOptions, "totalFor" | "languageCode">,
  ): void {
    this.calculator.calculateOrderTotals(copy);
    const listPrice = totalFor(copy.totalWithTax) - copy.totalWithTax;
    if (listPrice === 0) return;
    const order = { id: copy.id };
    const text = { description: translateSubscriptionPriceLabel(languageCode), sku: "" };
    copy.surcharges.push(
      new Surcharge({ ...text, listPrice, listPriceIncludesTax: true, taxLines: [], order }),
    );
    this.calculator.calculateOrderTotals(copy);
  }
}

type OrderId = Pick<Order, "id">;

function copyLine(line: OrderLine, quantity: number): OrderLine {
  const { productVariant, productVariantId, taxCategoryId, featuredAsset, customFields } = line;
  const { sellerChannelId, listPrice, initialListPrice, listPriceIncludesTax, adjustments, taxLines } = line;
  const seller = sellerChannelId == null ? {} : { sellerChannel: { id: sellerChannelId }, sellerChannelId };
  const price = { listPrice, initialListPrice, listPriceIncludesTax, adjustments, taxLines };
  const taxCategory = { id: taxCategoryId };
  const product = { productVariant, productVariantId, taxCategory, taxCategoryId, featuredAsset };
  return new OrderLine({ ...product, ...seller, ...price, quantity, customFields });
}

function shippingFields(shippingLine: ShippingLine | undefined) {
  return shippingLine === undefined ? {} : { shippingLine, shippingLineId: shippingLine.id };
}

function copyShippingLine(line: ShippingLine, order: OrderId): ShippingLine {
  const { shippingMethodId, listPrice, listPriceIncludesTax, adjustments, taxLines, customFields } = line;
  return new ShippingLine({
    shippingMethodId,
    listPrice,
    listPriceIncludesTax,
    adjustments,
    taxLines,
    customFields,
    order,
  });
}

function copySurcharge(surcharge: Surcharge, order: OrderId): Surcharge {
  const { description, sku, listPrice, listPriceIncludesTax, taxLines } = surcharge;
  return new Surcharge({ description, sku, listPrice, listPriceIncludesTax, taxLines, order });
}
