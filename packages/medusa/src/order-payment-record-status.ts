import type {
  IOrderModuleService,
  IPaymentModuleService,
  PaymentDTO,
  PaymentSessionDTO,
} from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { type Container, findRow, findRows } from "./find-rows.ts";

interface OrderAttempt {
  readonly orderId: string;
  readonly cartId: string;
  readonly attemptId: string;
}

/** The amount that the order's session was authorized for. Later changes of the order do not change it. */
type AuthorizedAmount = Pick<PaymentSessionDTO, "amount" | "currency_code">;

/** Whether a payment of the plugin is recorded in an order. */
export type OrderPaymentRecordStatus = OrderPaymentKind & { readonly customerId: string | undefined };

type AcceptedPayment =
  | { readonly kind: "recorded"; readonly paymentId: string; readonly placedFor: AuthorizedAmount }
  /** The process stopped before it recorded the payment in the order. */
  | { readonly kind: "unrecorded"; readonly sessionId: string; readonly placedFor: AuthorizedAmount };

type OrderPaymentKind =
  | AcceptedPayment
  /** Like `unrecorded`, but staff cancelled the order since. */
  | { readonly kind: "cancelled" }
  /** Another payment paid it. */
  | { readonly kind: "another" };

/** Call it under the cart's lock. Queries each module by itself: one query over all modules takes several times as long. */
export async function findOrderPaymentRecordStatus(
  container: Container,
  placed: OrderAttempt,
): Promise<OrderPaymentRecordStatus> {
  const [kind, customerId] = await Promise.all([
    findOrderPaymentKind(container, placed),
    findCartCustomer(container, placed),
  ]);
  if (kind.kind === "unrecorded" && (await isCancelled(container, placed)))
    return { kind: "cancelled", customerId };
  return { ...kind, customerId };
}

async function findOrderPaymentKind(
  container: Container,
  { orderId, attemptId }: OrderAttempt,
): Promise<OrderPaymentKind> {
  const { own, isPaid } = await findOwnPayment(container, { orderId, attemptId });
  if (own !== undefined) return own;
  const payment_collection_id = await findPaymentCollectionIds(container, orderId);
  // Medusa reads an empty filter as no filter.
  if (isPaid || payment_collection_id.length === 0) return { kind: "another" };
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const sessions = await payments.listPaymentSessions({ payment_collection_id } as never);
  const sealed = sessions.find(({ status, data }) => status === "pending" && data?.attempt_id === attemptId);
  if (sealed === undefined) return { kind: "another" };
  return { kind: "unrecorded", sessionId: sealed.id, placedFor: sealed };
}

/** Returns the payment of an attempt for an order that existed already. Undefined if Medusa has not accepted it yet. */
export async function findAdditionalPayment(
  container: Container,
  placed: Omit<OrderAttempt, "cartId">,
): Promise<AcceptedPayment | undefined> {
  return (await findOwnPayment(container, placed)).own;
}

/** Returns the payment of an attempt, and whether the order has any payment. */
async function findOwnPayment(container: Container, { orderId, attemptId }: Omit<OrderAttempt, "cartId">) {
  const live = await findLivePayments(container, { orderId, relations: ["captures", "payment_session"] });
  const own = live.find(({ data }) => data?.attempt_id === attemptId);
  return { own: own && (await kindOfOwnPayment(container, own, orderId)), isPaid: live.length > 0 };
}

/** Returns the payments of an order that are not cancelled. */
export async function findLivePayments(
  container: Container,
  { orderId, relations }: { readonly orderId: string; readonly relations: string[] },
): Promise<PaymentDTO[]> {
  const payment_collection_id = await findPaymentCollectionIds(container, orderId);
  // Medusa reads an empty filter as no filter.
  if (payment_collection_id.length === 0) return [];
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const found = await payments.listPayments({ payment_collection_id } as never, { relations });
  return found.filter(({ canceled_at }) => !canceled_at);
}

async function kindOfOwnPayment(
  container: Container,
  { id: paymentId, captures = [], payment_session, ...placedFor }: PaymentDTO,
  orderId: string,
): Promise<AcceptedPayment> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const transactions = await orders.listOrderTransactions({ order_id: orderId });
  const recorded = new Set(transactions.map(({ reference_id }) => reference_id));
  const isRecorded = captures.length > 0 && captures.every(({ id }) => recorded.has(id));
  if (isRecorded || payment_session === undefined) return { kind: "recorded", paymentId, placedFor };
  return { kind: "unrecorded", sessionId: payment_session.id, placedFor };
}

async function isCancelled(container: Container, { orderId }: OrderAttempt): Promise<boolean> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  return (await orders.retrieveOrder(orderId, { select: ["id", "status"] })).status === "canceled";
}

/** Returns the ids of the order's payment collections. */
async function findPaymentCollectionIds(container: Container, orderId: string): Promise<string[]> {
  const fields = ["payment_collection_id"];
  const wanted = { entity: "order_payment_collection", fields, filters: { order_id: orderId } };
  const links = await findRows<{ payment_collection_id: string }>(container, wanted);
  return links.map((link) => link.payment_collection_id);
}

/** The customer of an order is the customer of its cart. */
async function findCartCustomer(container: Container, { cartId }: OrderAttempt): Promise<string | undefined> {
  const wanted = { entity: "cart", fields: ["customer_id"], filters: { id: cartId } };
  const cart = await findRow<{ customer_id?: string | null }>(container, wanted);
  return cart?.customer_id ?? undefined;
}
