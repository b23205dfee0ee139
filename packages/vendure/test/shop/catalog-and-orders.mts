import { randomUUID } from "node:crypto";
import {
  Allocation,
  Asset,
  ChannelService,
  type Customer,
  CustomerService,
  type ID,
  Order,
  OrderService,
  ProductOptionGroupService,
  ProductOptionService,
  ProductService,
  ProductVariant,
  ProductVariantService,
  type RequestContext,
  RequestContextService,
  TaxCategoryService,
  TransactionalConnection,
} from "@vendure/core";
import type { Vendure } from "./open-vendure.mts";

interface ProductInput {
  readonly name: string;
  readonly price: number;
  readonly currency?: string;
  readonly stock?: number;
  /** The token of a channel. */
  readonly channel?: string;
}

/** Puts something on sale. Gives the variant's id. Prices in Vendure's integers. */
export async function sellProduct(app: Vendure, wanted: ProductInput): Promise<string> {
  const ctx = await createContext(app, wanted.channel);
  await enableCurrency(app, ctx, wanted.currency ?? "USD");
  // As the Admin API does. Without, SQLite would make it a part of whatever transaction is open.
  return app.get(TransactionalConnection).withTransaction(ctx, (tx) => createVariant(app, tx, wanted));
}

async function createVariant(
  app: Vendure,
  ctx: RequestContext,
  { name, price, currency = "USD", stock = 100 }: ProductInput,
): Promise<string> {
  const { items } = await app.get(TaxCategoryService).findAll(ctx);
  const translations = (more: object) => [{ languageCode: "en", name, ...more }] as never;
  const slug = `item-${randomUUID()}`;
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
  await app
    .get(ProductVariantService)
    .update(ctx, [{ id, prices: [{ currencyCode: currency as never, price }] }]);
  return String(id);
}

/** The plan that a variant carries from now on. */
export function setVariantPlan(app: Vendure, id: ID, payIndexPlan: string | null): Promise<void> {
  return changeVariant(app, id, { customFields: { payIndexPlan } });
}

export async function changeVariant(app: Vendure, which: ID, input: object): Promise<void> {
  const ctx = await createContext(app);
  const connection = app.get(TransactionalConnection);
  // Of the type that the database has: Vendure would take another for a new one.
  const { id } = await connection.getRepository(ctx, ProductVariant).findOneByOrFail({ id: which });
  const variants = app.get(ProductVariantService);
  await connection.withTransaction(ctx, (tx) => variants.update(tx, [{ id, ...input }]));
}

/** Gives a variant a picture and options, as staff do. The asset needs no file. */
export async function decorateVariant(
  app: Vendure,
  which: ID,
  { preview, options }: { readonly preview: string; readonly options: Readonly<Record<string, string>> },
): Promise<void> {
  const ctx = await createContext(app);
  const connection = app.get(TransactionalConnection);
  const repository = connection.getRepository(ctx, ProductVariant);
  const variant = await repository.findOneByOrFail({ id: which });
  variant.options = [];
  for (const [group, value] of Object.entries(options)) {
    const named = (name: string) => ({
      code: name.toLowerCase(),
      translations: [{ languageCode: "en" as never, name }],
    });
    const created = await app.get(ProductOptionGroupService).create(ctx, named(group));
    variant.options.push(await app.get(ProductOptionService).create(ctx, created, named(value) as never));
  }
  const picture = {
    type: "IMAGE" as never,
    name: preview,
    mimeType: "image/png",
    fileSize: 1,
    source: preview,
    preview,
  };
  variant.featuredAsset = await connection.getRepository(ctx, Asset).save(new Asset(picture));
  await repository.save(variant);
}

export function createContext(app: Vendure, channel?: string): Promise<RequestContext> {
  const where = channel === undefined ? {} : { channelOrToken: channel };
  return app.get(RequestContextService).create({ apiType: "admin", ...where });
}

async function enableCurrency(app: Vendure, ctx: RequestContext, currency: string): Promise<void> {
  const { id, availableCurrencyCodes } = ctx.channel;
  if (availableCurrencyCodes.includes(currency as never)) return;
  const codes = [...availableCurrencyCodes, currency] as never;
  await app.get(ChannelService).update(ctx, { id, availableCurrencyCodes: codes });
}

const accountPassword = "tea-with-milk";

/** A customer with an account, and its login. */
export async function createCustomer(app: Vendure, emailAddress: string) {
  const about = { emailAddress, firstName: "Ada", lastName: "King", phoneNumber: "5550100" };
  const created = await app.get(CustomerService).create(await createContext(app), about, accountPassword);
  const login = [emailAddress, accountPassword] as const;
  return { customer: created as Customer, login };
}

/** An order of these variants that staff drafted for a customer. */
export async function draftOrder(app: Vendure, customer: Customer, variants: readonly ID[]): Promise<Order> {
  const ctx = await createContext(app);
  const orders = app.get(OrderService);
  return app.get(TransactionalConnection).withTransaction(ctx, async (tx) => {
    const draft = await orders.createDraft(tx);
    for (const variant of variants) await orders.addItemToOrder(tx, draft.id, variant, 1);
    await orders.addCustomerToOrder(tx, draft.id, customer);
    const address = { streetLine1: "12 Analytical Row", city: "London", countryCode: "GB" };
    await orders.setShippingAddress(tx, draft.id, { fullName: "Ada King", ...address });
    const [method] = await orders.getEligibleShippingMethods(tx, draft.id);
    await orders.setShippingMethod(tx, draft.id, [method?.id ?? ""]);
    return draft;
  });
}

/** The order as Vendure has it in the end. */
export async function readOrderRecord(app: Vendure, code: string) {
  const ctx = await createContext(app);
  const connection = app.get(TransactionalConnection);
  const order = await connection.getRepository(ctx, Order).findOneOrFail({
    where: { code },
    relations: { payments: true, lines: true },
  });
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
    allocated: await countAllocated(app, ctx, order),
    metadata: order.payments.map(({ metadata }) => metadata),
  };
}

/** Pieces that the order has taken from the stock. */
export async function countAllocated(app: Vendure, ctx: RequestContext, { lines }: Order): Promise<number> {
  const movements = await app
    .get(TransactionalConnection)
    .getRepository(ctx, Allocation)
    .createQueryBuilder("movement")
    .where("movement.orderLineId IN (:...ids)", { ids: [0, ...lines.map(({ id }) => id)] })
    .getMany();
  return movements.reduce((sum, { quantity }) => sum + quantity, 0);
}
