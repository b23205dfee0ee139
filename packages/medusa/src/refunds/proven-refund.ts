import type { MedusaContainer } from "@medusajs/framework/types";
import { type RefundedOrder, refundedOrders } from "@pay-index/core";
import { toMoney } from "../amount.ts";
import { payIndexOf } from "../pay-index-of.ts";
import { type MedusaRefund, paymentRows, referenceKey, sumOf } from "./medusa-refunds.ts";

type Container = Pick<MedusaContainer, "resolve">;

interface Asked {
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
export type RefundProof = "proven" | "early" | "unproven";

export async function refundProof(container: Container, { data, refundId }: Asked): Promise<RefundProof> {
  const [refund] = refundId === undefined ? [] : await paymentRows(container).listRefunds({ id: refundId });
  const reference = refund && referenceOf(refund);
  if (refund === undefined || reference === undefined) return "unproven";
  const [recorded, all] = await Promise.all([
    recordedFor(container, data ?? {}),
    paymentRows(container).listRefunds({ payment_id: refund.payment_id }, { take: null }),
  ]);
  if (!recorded?.refunds.some((each) => each.reference === reference)) return "unproven";
  return isWithin(all, recorded) && !isRepeated(refund, all) ? "proven" : "early";
}

async function recordedFor(
  container: Container,
  { order_number: orderNumber, cycle }: Readonly<Record<string, unknown>>,
): Promise<RefundedOrder | undefined> {
  if (typeof orderNumber !== "string") return undefined;
  const payIndex = payIndexOf(container);
  const cartId = await payIndex.cartOf(orderNumber);
  if (cartId === undefined) return undefined;
  const number = typeof cycle === "number" ? cycle : undefined;
  return refundedOrders(await payIndex.bookOfCart(cartId)).find(
    (each) => each.orderNumber === orderNumber && each.cycle === number,
  );
}

/** Whether these refunds of Medusa's are together at most what staff recorded. */
export function isWithin(
  all: readonly MedusaRefund[],
  { refunded }: Pick<RefundedOrder, "refunded">,
): boolean {
  const booked = toMoney(sumOf(all), refunded.currency);
  return booked !== undefined && booked.minor <= refunded.minor;
}

/** Two processes without a common lock may book the same one at the same moment. Neither succeeds then, and a later run books it once. */
function isRepeated(refund: MedusaRefund, all: readonly MedusaRefund[]): boolean {
  const reference = referenceOf(refund);
  return (
    reference !== undefined && all.some((each) => each.id !== refund.id && referenceOf(each) === reference)
  );
}

/** The gateway's reference of a refund that this plugin booked. */
export function referenceOf({ metadata }: Pick<MedusaRefund, "metadata">): string | undefined {
  const reference = metadata?.[referenceKey];
  return typeof reference === "string" ? reference : undefined;
}
