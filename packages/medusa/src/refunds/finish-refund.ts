import type { IEventBusModuleService, IOrderModuleService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils";
import type { Amount } from "../amount.ts";
import { refundReferenceOf } from "./check-refund.ts";
import { cancelLeftChange, creditOrder } from "./credit-order.ts";
import {
  type MedusaPayment,
  type MedusaRefund,
  refundSyncedKey,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";

interface UnfinishedRefund {
  readonly orderId: string;
  readonly payment: MedusaPayment;
  readonly refund: MedusaRefund;
}

interface Order {
  readonly canceled_at?: unknown;
  readonly summary?: { readonly pending_difference?: Amount; readonly raw_pending_difference?: Amount };
  readonly credit_lines?: readonly ({ readonly reference_id: string | null } | null)[];
  readonly transactions?: readonly ({ readonly reference_id: string | null } | null)[];
}

/**
 * Writes what Medusa's `refundPaymentWorkflow` writes after the refund itself: the order's credit line, its
 * transaction, and the event. The workflow cannot be resumed: if it stops after the refund, the order never gets these
 * records. Each record names the refund, so a second run writes only what is missing. The event is emitted at least
 * once.
 */
export async function finishRefund(container: MedusaContainer, unfinished: UnfinishedRefund): Promise<void> {
  const { orderId, payment, refund } = unfinished;
  await cancelLeftChange(container, orderId);
  const order = await readOrder(container, orderId);
  // Medusa's cancellation has recorded everything that was left as refunded.
  if (order !== undefined && !order.canceled_at) {
    await addTransaction(container, unfinished, order);
    await bookCredit(container, unfinished, await readOrder(container, orderId));
  }
  await updateCollection(container, payment);
  const bus = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  await bus.emit({ name: PaymentEvents.REFUNDED, data: { id: payment.id } });
  const metadata = { ...refund.metadata, [refundSyncedKey]: true };
  await resolvePaymentModule(container).updateRefunds({ id: refund.id, metadata });
}

async function readOrder(container: MedusaContainer, id: string): Promise<Order | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["canceled_at", "summary.*", "credit_lines.reference_id", "transactions.reference_id"];
  const { data } = await query.graph({ entity: "order", fields: ["id", ...fields], filters: { id } });
  return data[0] as unknown as Order | undefined;
}

async function addTransaction(
  container: MedusaContainer,
  { orderId, payment, refund }: UnfinishedRefund,
  { transactions = [] }: Order,
): Promise<void> {
  if (transactions.some((row) => row?.reference_id === refund.id)) return;
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  await orders.addOrderTransactions({
    // The same id in every run, so that the database stores it once.
    id: refund.id.replace(/^ref_/, "ordtrx_"),
    order_id: orderId,
    amount: MathBN.mult(amountOf(refund), -1),
    currency_code: payment.currency_code,
    reference: "refund",
    reference_id: refund.id,
  } as never);
}

/**
 * Reduces the order's amount due by the refund, so that nothing is left to pay. An amount that the shop owed the buyer
 * before is not included.
 */
async function bookCredit(
  container: MedusaContainer,
  { orderId, refund }: UnfinishedRefund,
  order: Order | undefined,
): Promise<void> {
  const { summary, credit_lines = [] } = order ?? {};
  if (credit_lines.some((row) => row?.reference_id === refund.id)) return;
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference ?? 0;
  const amount = MathBN.lt(pending, amountOf(refund)) ? pending : amountOf(refund);
  if (MathBN.lte(amount, 0)) return;
  await creditOrder(container, { orderId, reference: "refund", referenceId: refund.id, amount });
}

function amountOf({ raw_amount, amount }: MedusaRefund): Amount {
  return raw_amount ?? amount;
}

/** Medusa does this after it has called the provider, and includes refunds that are refused a moment later. */
async function updateCollection(
  container: MedusaContainer,
  { id: paymentId, payment_collection_id: id }: MedusaPayment,
): Promise<void> {
  const rows = resolvePaymentModule(container);
  const payments = await rows.listPayments({ payment_collection_id: id } as never, {
    relations: ["refunds"],
  });
  const refunds = (payments as unknown as MedusaPayment[]).flatMap((each) =>
    (each.refunds ?? []).filter((refund) => each.id !== paymentId || refundReferenceOf(refund) !== undefined),
  );
  const refunded = sumAmounts(refunds);
  const [collection] = await rows.listPaymentCollections({ id }, {});
  if (!MathBN.eq(collection?.refunded_amount ?? 0, refunded))
    await rows.updatePaymentCollections(id, { refunded_amount: refunded });
}
