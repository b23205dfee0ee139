import type { MedusaContainer } from "@medusajs/framework/types";
import { type RefundedOrder, refundedOrders } from "@pay-index/core/adapter";
import { toMoney } from "../amount.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { type MedusaRefund, refundReferenceKey, resolvePaymentModule, sumAmounts } from "./medusa-refunds.ts";

type Container = Pick<MedusaContainer, "resolve">;

interface RefundRequest {
  /** Of Medusa's payment. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Medusa's id of this refund, which is written before the provider is called. */
  readonly refundId: string | undefined;
}

/**
 * `proven`: the plugin books a refund that staff recorded, and Medusa's refunds of this payment are together at most what they recorded.
 * `early`: so it does, and another refund of the same payment is in the way at this moment. `unproven`: anything else. Medusa's own refund
 * workflow writes a transaction for each refund that it finds, also for one that is refused a moment later: it must never come so far.
 */
export type RefundCheck = "proven" | "early" | "unproven";

export async function checkRefund(
  container: Container,
  { data, refundId }: RefundRequest,
): Promise<RefundCheck> {
  const [refund] =
    refundId === undefined ? [] : await resolvePaymentModule(container).listRefunds({ id: refundId });
  const reference = refund && refundReferenceOf(refund);
  if (refund === undefined || reference === undefined) return "unproven";
  const [recorded, all] = await Promise.all([
    findRecordedRefunds(container, data ?? {}),
    resolvePaymentModule(container).listRefunds({ payment_id: refund.payment_id }, { take: null }),
  ]);
  if (!recorded?.refunds.some((each) => each.reference === reference)) return "unproven";
  return isWithinRecorded(all, recorded) && !isRepeated(refund, all) ? "proven" : "early";
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

/** Whether these refunds of Medusa's are together at most what staff recorded. */
export function isWithinRecorded(
  all: readonly MedusaRefund[],
  { refunded }: Pick<RefundedOrder, "refunded">,
): boolean {
  const booked = toMoney(sumAmounts(all), refunded.currency);
  return booked !== undefined && booked.minor <= refunded.minor;
}

/** Two processes without a common lock may book the same one at the same moment. Neither succeeds then, and a later run books it once. */
function isRepeated(refund: MedusaRefund, all: readonly MedusaRefund[]): boolean {
  const reference = refundReferenceOf(refund);
  return (
    reference !== undefined &&
    all.some((each) => each.id !== refund.id && refundReferenceOf(each) === reference)
  );
}

/** The gateway's reference of a refund that this plugin booked. */
export function refundReferenceOf({ metadata }: Pick<MedusaRefund, "metadata">): string | undefined {
  const reference = metadata?.[refundReferenceKey];
  return typeof reference === "string" ? reference : undefined;
}
