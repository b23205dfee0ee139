import { AsyncLocalStorage } from "node:async_hooks";
import type { IPaymentModuleService, PaymentCollectionDTO, PaymentDTO } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import type { MedusaAmount } from "../amount.ts";
import type { Container } from "../find-rows.ts";
import { findLivePayments } from "../order-payment-record-status.ts";

/** A refund in Medusa. */
export interface MedusaRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: MedusaAmount;
  readonly raw_amount?: MedusaAmount;
  /** The id of the user or the API key. */
  readonly created_by?: string | null;
  readonly refund_reason_id?: string | null;
  readonly created_at?: string | Date;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** A payment in Medusa, with its captures and refunds. */
export interface MedusaPayment extends Omit<PaymentDTO, "refunds"> {
  readonly refunds?: readonly MedusaRefund[];
}

/** The payment module with the methods and fields that its interface does not declare. */
type PaymentModule = Omit<
  IPaymentModuleService,
  "listRefunds" | "refundPayment" | "updatePaymentCollections" | "listPaymentCollections"
> & {
  listRefunds(filters: object, config?: object): Promise<MedusaRefund[]>;
  updateRefunds(data: object): Promise<unknown>;
  refundPayment(data: object): Promise<unknown>;
  updatePaymentCollections(id: string, data: object): Promise<unknown>;
  listPaymentCollections(
    filters: object,
  ): Promise<(PaymentCollectionDTO & { readonly raw_amount?: MedusaAmount })[]>;
};

/** The metadata key of a refund for the gateway's reference. */
export const refundReferenceMetadataKey = "pay_index_reference";

/** The metadata key of a refund for the idempotency key with which it was sent to the gateway. */
export const refundIdempotencyMetadataKey = "pay_index_request";

/** The metadata key of a refund whose order has all records of it. */
export const refundRecordsCompleteMetadataKey = "pay_index_synced";

/** The prefix of the ids of Medusa's refunds. The idempotency keys of refunds that Medusa does not have yet begin otherwise. */
export const medusaRefundIdPrefix = "ref_";

export function resolvePaymentModule(container: Container): PaymentModule {
  return container.resolve<PaymentModule>(Modules.PAYMENT);
}

/** Returns the payment of an attempt or a later cycle in its order. Undefined if the order has none any more. */
export async function findOrderPayment(
  container: Container,
  { orderId, attemptId, cycle }: { orderId: string; attemptId: string; cycle: number | undefined },
): Promise<MedusaPayment | undefined> {
  const live = await findLivePayments(container, { orderId, relations: ["captures", "refunds"] });
  return (live as unknown as MedusaPayment[]).find(
    ({ data }) => data?.attempt_id === attemptId && (data.cycle ?? undefined) === cycle,
  );
}

/** Returns the gateway's reference of a refund that was made, and that the plugin recorded in Medusa. */
export function refundReferenceOf({ metadata }: Pick<MedusaRefund, "metadata">): string | undefined {
  const reference = metadata?.[refundReferenceMetadataKey];
  return typeof reference === "string" ? reference : undefined;
}

const referenceBeingRecorded = new AsyncLocalStorage<string>();

/** Adds a refund that was made at the gateway to Medusa, with its reference. */
export async function addMadeRefund(container: Container, reference: string, refund: object): Promise<void> {
  const row = { ...refund, note: reference, metadata: { [refundReferenceMetadataKey]: reference } };
  await referenceBeingRecorded.run(reference, () => resolvePaymentModule(container).refundPayment(row));
}

/** Medusa before 2.15 stores no metadata with a refund, so the provider adds it, which Medusa calls next. */
export async function addMissingReference(container: Container, refund: MedusaRefund): Promise<MedusaRefund> {
  const reference = referenceBeingRecorded.getStore();
  if (reference === undefined || refundReferenceOf(refund) !== undefined) return refund;
  const metadata = { ...refund.metadata, [refundReferenceMetadataKey]: reference };
  await resolvePaymentModule(container).updateRefunds({ id: refund.id, metadata });
  return { ...refund, metadata };
}

/** Returns the exact sum. */
export function sumAmounts(rows: readonly Pick<MedusaRefund, "amount" | "raw_amount">[] = []): MedusaAmount {
  return rows.reduce<MedusaAmount>((sum, { amount, raw_amount }) => MathBN.add(sum, raw_amount ?? amount), 0);
}
