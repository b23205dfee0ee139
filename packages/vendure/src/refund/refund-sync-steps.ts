import { decimalsOf, type Money } from "@pay-index/core";
import { type RecordedRefund } from "@pay-index/core/adapter";
import type { ID } from "@vendure/core";

/** The fields of a refund in Vendure. */
interface VendureRefund {
  readonly id: ID;
  readonly total: number;
  readonly state: string;
  readonly transactionId?: string | null;
  /** The idempotency key, if the refund goes through the gateway. */
  readonly requestId?: string | undefined;
}

/** The payment of one order in Vendure, and the refunds that core recorded. */
export interface RefundSyncInput {
  /** In Vendure's integers, with `precision` decimals. */
  readonly payment: { readonly amount: number; readonly refunds: readonly VendureRefund[] };
  readonly precision: number;
  /** The charged amount. */
  readonly charged: Money;
  /** The recorded refunds of the order, oldest first. */
  readonly recorded: readonly Pick<RecordedRefund, "amount" | "reference" | "requestId">[];
}

/** A step in Vendure: create a refund, or settle a pending one with the transaction number. */
export type RefundSyncStep =
  | { readonly reference: string; readonly amount: number }
  | { readonly reference: string; readonly pending: ID };

/**
 * Returns the steps that Vendure's refunds need to match the recorded ones. A refund in Vendure with the reference of a
 * recorded one is that refund, as is one with its idempotency key. Refunds with other keys are on their way, and count for
 * nothing else. All other refunds of the payment, settled or pending, were created by staff in Vendure: they count for
 * recorded ones, oldest first, so that no refund is in Vendure twice. A pending refund of the same amount gets the
 * reference.
 */
export function findRefundSyncSteps(input: RefundSyncInput): RefundSyncStep[] {
  const { payment, precision, charged, recorded } = input;
  const live = payment.refunds.filter(({ state }) => state !== "Failed");
  const amounts = toVendureAmounts(recorded, { charged, precision, whole: payment.amount });
  const pool = createPool(live, recorded);
  let left = payment.amount - sumTotals(live);
  const steps: RefundSyncStep[] = [];
  recorded.forEach(({ reference, requestId }, index) => {
    const asked = live.find((each) => isAskedAs(each, { reference, requestId }));
    if (asked !== undefined) {
      if (asked.state === "Pending") steps.push({ reference, pending: asked.id });
      return;
    }
    const own = sumTotals(live.filter(({ transactionId }) => transactionId === reference));
    const open = Math.max(0, (amounts[index] ?? 0) - own);
    const bySettled = Math.min(open, pool.settled);
    pool.settled -= bySettled;
    const wanted = open - bySettled;
    const equal = pool.pending.find(({ total, transactionId }) => total === wanted && !transactionId);
    if (wanted > 0 && equal !== undefined) {
      pool.pending = pool.pending.filter((each) => each !== equal);
      steps.push({ reference, pending: equal.id });
      return;
    }
    const amount = Math.min(wanted - consumePending(pool, wanted), left);
    if (amount <= 0) return;
    left -= amount;
    steps.push({ reference, amount });
  });
  return steps;
}

/** The refunds of Vendure that staff created and settle by hand. */
interface RefundPool {
  settled: number;
  pending: VendureRefund[];
}

function createPool(live: readonly VendureRefund[], recorded: RefundSyncInput["recorded"]): RefundPool {
  const references = new Set(recorded.map(({ reference }) => reference));
  const byHand = live.filter(
    ({ transactionId, requestId }) => requestId === undefined && !references.has(transactionId ?? ""),
  );
  return {
    settled: sumTotals(byHand.filter(({ state }) => state !== "Pending")),
    pending: byHand.filter(({ state }) => state === "Pending"),
  };
}

/** Whether a refund that goes through the gateway is the recorded one: it has the same key, or the gateway's ID. */
function isAskedAs(
  refund: VendureRefund,
  { reference, requestId }: Omit<RefundSyncInput["recorded"][number], "amount">,
): boolean {
  if (refund.requestId === undefined) return false;
  return refund.requestId === requestId || refund.transactionId === reference;
}

/** Returns how much of the amount pending refunds cover, and removes those from the pool. */
function consumePending(pool: RefundPool, wanted: number): number {
  const covered = Math.min(wanted, sumTotals(pool.pending));
  let rest = covered;
  pool.pending = pool.pending.flatMap((each) => {
    const used = Math.min(rest, each.total);
    rest -= used;
    return used === each.total ? [] : [{ ...each, total: each.total - used }];
  });
  return covered;
}

/**
 * Returns the recorded amounts in Vendure's integers. They are rounded down if Vendure has fewer decimals, so that
 * Vendure never has more than was recorded. If everything was refunded, they are the whole payment, which can differ
 * from the charge by rounding.
 */
function toVendureAmounts(
  recorded: RefundSyncInput["recorded"],
  { charged, precision, whole }: { charged: Money; precision: number; whole: number },
): number[] {
  let minor = 0;
  let before = 0;
  return recorded.map(({ amount: money }) => {
    minor += money.minor;
    const sum =
      minor >= charged.minor
        ? whole
        : Math.min(whole, floorToVendureAmount(minor, charged.currency, precision));
    const amount = sum - before;
    before = sum;
    return amount;
  });
}

function floorToVendureAmount(minor: number, currency: string, precision: number): number {
  const places = precision - (decimalsOf(currency) ?? 0);
  return places >= 0 ? minor * 10 ** places : Math.floor(minor / 10 ** -places);
}

function sumTotals(refunds: readonly VendureRefund[]): number {
  return refunds.reduce((sum, { total }) => sum + total, 0);
}
