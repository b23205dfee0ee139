import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Amount } from "./amount.ts";

type Container = Pick<MedusaContainer, "resolve">;

interface OrderAttempt {
  readonly orderId: string;
  readonly cartId: string;
  readonly attemptId: string;
}

/** What the session of an order was authorized for. It stays the same however the order is changed later. */
interface AuthorizedAmount {
  readonly amount: Amount;
  readonly currency_code: string;
}

interface Payment extends AuthorizedAmount {
  readonly id: string;
  readonly canceled_at?: unknown;
  readonly payment_session?: { readonly id: string };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly captures?: readonly { readonly id: string }[];
}

/** How an order stands to one payment of ours. */
export type OrderPaymentState = OrderPaymentKind & { readonly customerId: string | undefined };

type OrderPaymentKind =
  | { readonly kind: "settled"; readonly paymentId: string; readonly placedFor: AuthorizedAmount }
  /** Its process died before the payment was booked with it. */
  | { readonly kind: "unsettled"; readonly sessionId: string; readonly placedFor: AuthorizedAmount }
  /** As unsettled, and staff have cancelled it since. */
  | { readonly kind: "cancelled" }
  /** Somebody or something else has paid it. */
  | { readonly kind: "another" };

/** To be asked while nobody completes its cart. Asks module by module: a query over all of them takes several times as long. */
export async function findOrderPaymentState(
  container: Container,
  placed: OrderAttempt,
): Promise<OrderPaymentState> {
  const [kind, customerId] = await Promise.all([
    findOrderPaymentKind(container, placed),
    findCartCustomer(container, placed),
  ]);
  if (kind.kind === "unsettled" && (await isCancelled(container, placed)))
    return { kind: "cancelled", customerId };
  return { ...kind, customerId };
}

async function findOrderPaymentKind(
  container: Container,
  { orderId, attemptId }: OrderAttempt,
): Promise<OrderPaymentKind> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const payment_collection_id = await findCollectionIds(container, orderId);
  // A filter of nothing must not be taken for none.
  if (payment_collection_id.length === 0) return { kind: "another" };
  const found = await payments.listPayments({ payment_collection_id } as never, {
    relations: ["captures", "payment_session"],
  });
  const live = (found as unknown as Payment[]).filter(({ canceled_at }) => !canceled_at);
  const own = live.find(({ data }) => data?.attempt_id === attemptId);
  if (own !== undefined) return kindOfOwnPayment(container, own, orderId);
  if (live.length > 0) return { kind: "another" };
  const sessions = await payments.listPaymentSessions({ payment_collection_id } as never);
  const sealed = sessions.find(({ status, data }) => status === "pending" && data?.attempt_id === attemptId);
  if (sealed === undefined) return { kind: "another" };
  return { kind: "unsettled", sessionId: sealed.id, placedFor: sealed };
}

async function kindOfOwnPayment(
  container: Container,
  { id: paymentId, captures = [], payment_session, ...placedFor }: Payment,
  orderId: string,
): Promise<OrderPaymentKind> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const transactions = await orders.listOrderTransactions({ order_id: orderId });
  const booked = new Set(transactions.map(({ reference_id }) => reference_id));
  const isBooked = captures.length > 0 && captures.every(({ id }) => booked.has(id));
  if (isBooked || payment_session === undefined) return { kind: "settled", paymentId, placedFor };
  return { kind: "unsettled", sessionId: payment_session.id, placedFor };
}

async function isCancelled(container: Container, { orderId }: OrderAttempt): Promise<boolean> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  return (await orders.retrieveOrder(orderId, { select: ["id", "status"] })).status === "canceled";
}

/** The payment collections of an order. */
export async function findCollectionIds(container: Container, orderId: string): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  });
  return (data as unknown as { payment_collection_id: string }[]).map((link) => link.payment_collection_id);
}

/** The order has its cart's. */
async function findCartCustomer(container: Container, { cartId }: OrderAttempt): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "cart", fields: ["customer_id"], filters: { id: cartId } });
  return (data[0] as { customer_id?: string | null } | undefined)?.customer_id ?? undefined;
}
