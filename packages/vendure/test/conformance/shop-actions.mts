import type { CheckoutKey, StaffCheckoutStatus } from "@pay-index/conformance";
import { decimalsOf, type PaymentStatus } from "@pay-index/core";
import { CycleFailedEvent, DisputeReportedEvent } from "@pay-index/vendure";
import {
  EventBus,
  HistoryService,
  Order,
  OrderService,
  Payment,
  PaymentMethod,
  PaymentMethodService,
  type RequestContext,
  StockLevel,
  TransactionalConnection,
} from "@vendure/core";
import {
  changeVariant,
  countAllocated,
  createContext,
  sellProduct as sellHere,
  setVariantPlan,
} from "../shop/catalog-and-orders.mts";
import type { Vendure } from "../shop/open-vendure.mts";

/** Decimals of Vendure's integers in this shop. */
export const precision = 3;

const scaleOf = (currency: string) => 10 ** (precision - (decimalsOf(currency) ?? 0));

interface ProductInput {
  readonly tenant: string;
  readonly name: string;
  /** Real minor units. */
  readonly price: number;
  readonly currency: string;
}

export function sellProduct(app: Vendure, { tenant, name, price, currency }: ProductInput): Promise<string> {
  const channel = tenant === "default" ? {} : { channel: tenant };
  return sellHere(app, { name, price: price * scaleOf(currency), currency, ...channel });
}

const tokenOf = (tenant: string) => (tenant === "default" ? undefined : tenant);

/** Staff choose a plan for all that is in a cart. */
export async function putCartOnPlan(app: Vendure, reference: string, plan: string): Promise<void> {
  const connection = app.get(TransactionalConnection);
  const order = await connection.rawConnection
    .getRepository(Order)
    .findOneOrFail({ where: { code: reference }, relations: { lines: true } });
  for (const { productVariantId } of order.lines) await setVariantPlan(app, productVariantId, plan);
}

/** Its variants have no more than what has been allocated of them. */
export async function exhaustStock(app: Vendure, reference: string): Promise<void> {
  const { rawConnection } = app.get(TransactionalConnection);
  const { lines } = await rawConnection
    .getRepository(Order)
    .findOneOrFail({ where: { code: reference }, relations: { lines: true } });
  for (const { productVariantId } of lines) {
    const levels = await rawConnection.getRepository(StockLevel).findBy({ productVariantId });
    const stockOnHand = levels.reduce((sum, { stockAllocated }) => sum + stockAllocated, 0);
    await changeVariant(app, productVariantId, { stockOnHand });
  }
}

export async function cancelOrder(app: Vendure, { tenant, reference }: CheckoutKey): Promise<void> {
  const ctx = await createContext(app, tokenOf(tenant));
  const orders = app.get(OrderService);
  const order = await orders.findOneByCode(ctx, reference);
  const cancelled = await orders.transitionToState(ctx, order?.id ?? "", "Cancelled");
  if ("errorCode" in cancelled) throw new Error(cancelled.transitionError);
}

export async function disablePaymentMethod(app: Vendure, code: string): Promise<void> {
  const ctx = await createContext(app);
  const method = await app
    .get(TransactionalConnection)
    .getRepository(ctx, PaymentMethod)
    .findOneOrFail({ where: { code } });
  await app.get(PaymentMethodService).update(ctx, { id: method.id, enabled: false });
}

export async function findOrderRecords(
  app: Vendure,
  { tenant, reference }: CheckoutKey,
  payment: PaymentStatus,
): Promise<Omit<StaffCheckoutStatus, "payment">> {
  const ctx = await createContext(app, tokenOf(tenant));
  const connection = app.get(TransactionalConnection);
  const order = await connection
    .getRepository(ctx, Order)
    .findOneOrFail({ where: { code: reference }, relations: { lines: true } });
  const numbers = new Set(payment.attempts.map(({ attemptId }) => attemptId));
  // Also those that belong to no order, which a race leaves behind.
  const all = await connection.getRepository(ctx, Payment).find({ relations: { order: true } });
  const own = all.filter(({ metadata }) => numbers.has(String(metadata.attemptId)));
  const payments = own.filter(({ metadata }) => metadata.cycle === undefined);
  const moneyOf = ({ amount }: Payment) => ({
    minor: amount / scaleOf(order.currencyCode),
    currency: order.currencyCode,
  });
  const { items: history } = await app.get(HistoryService).getHistoryForOrder(ctx, order.id, false);
  const notesWith = (start: string) =>
    history
      .filter(({ type, data }) => type === "ORDER_NOTE" && data.note.startsWith(start))
      .map(({ data }) => String(data.note.slice(start.length)));
  const placings = history.filter(
    ({ type, data }) => type === "ORDER_STATE_TRANSITION" && data.to === "PaymentSettled",
  );
  return {
    orders: order.orderPlacedAt === undefined || order.orderPlacedAt === null ? 0 : 1,
    paid: order.state === "PaymentSettled",
    cancelled: order.state === "Cancelled",
    recordedAmounts: payments.map(moneyOf),
    renewals: own
      .filter((payment) => payment.metadata.cycle !== undefined && payment.order?.state === "PaymentSettled")
      .map((payment) => ({ cycle: Number(payment.metadata.cycle), amount: moneyOf(payment) })),
    declinedCycles: notesWith(declinedNote).map(Number),
    disputes: notesWith(disputeNote),
    effects: placings.length,
    taken: await countAllocated(app, ctx, order),
  };
}

const declinedNote = "declined cycle ";
const disputeNote = "dispute ";

/** The shop's own code notes each declined cycle and each dispute, in the transaction of the report. */
export function noteReports(app: Vendure): void {
  const note = (ctx: RequestContext, order: Order, text: string) =>
    app
      .get(HistoryService)
      .createHistoryEntryForOrder(
        { ctx, orderId: order.id, type: "ORDER_NOTE" as never, data: { note: text } as never },
        false,
      );
  const events = app.get(EventBus);
  events.registerBlockingEventHandler({
    id: "declined",
    event: CycleFailedEvent,
    handler: async ({ ctx, about: { order, cycle } }) =>
      void (await note(ctx, order, `${declinedNote}${cycle.number}`)),
  });
  events.registerBlockingEventHandler({
    id: "disputes",
    event: DisputeReportedEvent,
    handler: async ({ ctx, about: { order, dispute } }) =>
      void (await note(ctx, order, `${disputeNote}${dispute.type}`)),
  });
}

/** Returns the number of jobs whose lease ends after an instant (ISO 8601, UTC). */
export async function countLeases(app: Vendure, now: string): Promise<number> {
  const { rawConnection } = app.get(TransactionalConnection);
  const query = `SELECT count(*) AS leases FROM pay_index_job WHERE lease_until > '${now}'`;
  const [counted] = await rawConnection.query(query);
  return Number(counted.leases);
}

/** By name, every row of every table. */
export async function readTables(app: Vendure): Promise<Record<string, unknown>> {
  const { rawConnection } = app.get(TransactionalConnection);
  const names = [...new Set(rawConnection.entityMetadatas.map(({ tableName }) => tableName))];
  const rows = names.map(async (name) => [
    name,
    await rawConnection.query(`SELECT * FROM ${rawConnection.driver.escape(name)}`),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}
