import {
  ChannelService,
  Order,
  OrderService,
  ProductService,
  ProductVariantService,
  type RequestContext,
  RequestContextService,
  StockMovement,
  TaxCategoryService,
  TransactionalConnection,
} from "@vendure/core";
import type { Vendure } from "./open-vendure.ts";

interface Wanted {
  readonly name: string;
  readonly price: number;
  readonly currency?: string;
  readonly stock?: number;
}

/** Puts something on sale. Gives the variant's id. Prices in Vendure's integers. */
export async function sell(
  app: Vendure,
  { name, price, currency = "USD", stock = 100 }: Wanted,
): Promise<string> {
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  const { items } = await app.get(TaxCategoryService).findAll(ctx);
  const translations = (more: object) => [{ languageCode: "en", name, ...more }] as never;
  const slug = `item-${Math.random().toString(36).slice(2)}`;
  const product = await app
    .get(ProductService)
    .create(ctx, { translations: translations({ slug, description: "" }) });
  const [variant] = await app.get(ProductVariantService).create(ctx, [
    {
      productId: product.id,
      sku: slug,
      taxCategoryId: items[0]?.id as never,
      stockOnHand: stock,
      trackInventory: "TRUE" as never,
      translations: translations({}),
    },
  ]);
  const id = variant?.id as never;
  await makeCurrency(app, ctx, currency);
  await app
    .get(ProductVariantService)
    .update(ctx, [{ id, prices: [{ currencyCode: currency as never, price }] }]);
  return String(id);
}

async function makeCurrency(app: Vendure, ctx: RequestContext, currency: string): Promise<void> {
  const { id, availableCurrencyCodes } = ctx.channel;
  if (availableCurrencyCodes.includes(currency as never)) return;
  const codes = [...availableCurrencyCodes, currency] as never;
  await app.get(ChannelService).update(ctx, { id, availableCurrencyCodes: codes });
}

/** The order as Vendure has it in the end. */
export async function bookOf(app: Vendure, code: string) {
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  const connection = app.get(TransactionalConnection);
  const order = await connection.getRepository(ctx, Order).findOneOrFail({
    where: { code },
    relations: { payments: true, lines: true },
  });
  const movements = await connection
    .getRepository(ctx, StockMovement)
    .createQueryBuilder("movement")
    .where("movement.orderLineId IN (:...ids)", { ids: [0, ...order.lines.map(({ id }) => id)] })
    .andWhere("movement.type = 'ALLOCATION'")
    .getMany();
  const history = await app.get(OrderService).findOne(ctx, order.id, ["lines"]);
  return {
    state: order.state,
    active: order.active,
    total: history?.totalWithTax,
    payments: order.payments.map(({ amount, state, method, transactionId }) => ({
      amount,
      state,
      method,
      transactionId,
    })),
    allocated: movements.reduce((sum, { quantity }) => sum + quantity, 0),
    metadata: order.payments.map(({ metadata }) => metadata),
  };
}
