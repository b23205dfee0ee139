import { type RefundedOrder, refundedOrders } from "@pay-index/core/adapter";
import { toRoundedMoney } from "../amount.ts";
import type { Container } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { idempotencyKeyOfMedusaRefund } from "./match-gateway-refunds.ts";
import {
  addMissingReference,
  type MedusaRefund,
  refundReferenceOf,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";

interface RefundRequest {
  /** The data of Medusa's payment. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The id of this refund in Medusa, which is stored before the provider is called. */
  readonly refundId: string | undefined;
}

/**
 * `proven`: the plugin syncs a refund that staff recorded, and the refunds of this payment in Medusa do not exceed the
 * recorded ones. `early`: the same, but another refund of the payment is being processed now. `unproven`: anything
 * else. It must be refused before Medusa's refund workflow starts, because that writes a transaction for each refund
 * that it finds, also for one that is refused a moment later.
 */
export type RefundProofStatus = "proven" | "early" | "unproven";

export async function checkRecordedRefundProof(
  container: Container,
  { data, refundId }: RefundRequest,
): Promise<RefundProofStatus> {
  const [found] =
    refundId === undefined ? [] : await resolvePaymentModule(container).listRefunds({ id: refundId });
  const refund = found && (await addMissingReference(container, found));
  const reference = refund && refundReferenceOf(refund);
  if (refund === undefined || reference === undefined) return "unproven";
  const [recorded, all] = await Promise.all([
    findRecordedRefunds(container, data ?? {}),
    resolvePaymentModule(container).listRefunds({ payment_id: refund.payment_id }, { take: null }),
  ]);
  if (!recorded?.refunds.some((each) => each.reference === reference)) return "unproven";
  return areMedusaRefundsWithinRecorded(all, recorded) && !isRepeated(refund, all) ? "proven" : "early";
}

async function findRecordedRefunds(
  container: Container,
  { attempt_id: attemptId, cycle }: Readonly<Record<string, unknown>>,
): Promise<RefundedOrder | undefined> {
  if (typeof attemptId !== "string") return undefined;
  const payIndex = resolvePayIndex(container);
  const cartId = await payIndex.cartOf(attemptId);
  if (cartId === undefined) return undefined;
  const number = typeof cycle === "number" ? cycle : undefined;
  return refundedOrders(await payIndex.paymentOfCart(cartId)).find(
    (each) => each.attemptId === attemptId && each.cycle === number,
  );
}

/**
 * Whether the sum of Medusa's refunds does not exceed what was recorded. Refunds that were sent to the gateway, and are
 * not recorded yet, are not included: core limits them.
 */
export function areMedusaRefundsWithinRecorded(
  all: readonly MedusaRefund[],
  { refunds, refunded }: Pick<RefundedOrder, "refunds" | "refunded">,
): boolean {
  const sent = all.filter(
    (row) => idempotencyKeyOfMedusaRefund(row) !== undefined && refundReferenceOf(row) === undefined,
  );
  const requests = new Set(sent.map(idempotencyKeyOfMedusaRefund));
  const uncounted = refunds
    .filter(({ requestId }) => requestId !== undefined && requests.has(requestId))
    .reduce((sum, { amount }) => sum + amount.minor, 0);
  const total = toRoundedMoney(sumAmounts(all.filter((row) => !sent.includes(row))), refunded.currency);
  return total !== undefined && total.minor <= refunded.minor - uncounted;
}

/**
 * Two processes without a common lock may sync the same refund at the same time. Then neither succeeds, and a later run
 * syncs it once.
 */
function isRepeated(refund: MedusaRefund, all: readonly MedusaRefund[]): boolean {
  const reference = refundReferenceOf(refund);
  return (
    reference !== undefined &&
    all.some((each) => each.id !== refund.id && refundReferenceOf(each) === reference)
  );
}
