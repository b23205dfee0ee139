import { invalidRefundError } from "../apply/require-valid-refund-request.ts";
import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { findPlacedOrder } from "../payment/placed-order.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
import { isLaterCycleNumber } from "../payment/subscription/cycle.ts";
import type { Payment, PaymentKey, PaymentReadOptions } from "../ports/store.ts";
import { isAttemptId } from "../protocol/random-ids.ts";

/** The charge that the caller names. */
interface NamedCharge {
  readonly attemptId?: string | undefined;
  readonly cycle?: number | undefined;
}

interface ChargeKey {
  readonly attemptId: string;
  /** Undefined for the sale itself. */
  readonly cycle: number | undefined;
}

/** Returns the charge to give back. @throws PayIndexError `refund_invalid` if the payment or the cycle is not paid */
export async function findChargeToRefund<Tx>(
  engine: EngineContext<Tx>,
  key: PaymentKey,
  { attemptId, cycle }: NamedCharge,
): Promise<ChargeFacts> {
  if (cycle !== undefined && cycle !== 1 && !isLaterCycleNumber(cycle))
    throw invalidRefundError({ path: "cycle", message: "must be a cycle of a subscription: 1, 2, 3 …" });
  const later = cycle === 1 ? undefined : cycle;
  const read = isAttemptId(attemptId) ? readOf({ attemptId, cycle: later }) : {};
  const payment = await engine.store.load(key, read);
  const attempt = attemptToRefund(payment, attemptId);
  if (attempt === undefined)
    throw invalidRefundError(
      attemptId === undefined
        ? {
            path: "reference",
            message: "has no paid payment. If it was paid twice, name the attempt to refund",
          }
        : { path: "attemptId", message: "is no attempt of this reference" },
    );
  if (later !== undefined && attempt.plan === undefined)
    throw invalidRefundError({ path: "cycle", message: "belongs to subscriptions only" });
  const charge = { attemptId: attempt.attemptId, cycle: later };
  // The first read could not name the cycle, because only the payment tells which attempt has it.
  if (attemptId === undefined && later !== undefined) return loadChargeToRefund(engine, key, charge);
  return findSubject(payment, charge);
}

/** Returns the named attempt, otherwise the one whose order is placed, otherwise the only paid one. */
function attemptToRefund({ attempts, jobs }: Payment, attemptId: string | undefined): Attempt | undefined {
  if (attemptId !== undefined) return attempts.find((each) => each.attemptId === attemptId);
  const paid = attempts.filter(({ state }) => state === "paid");
  const placed = paid.find((each) => findPlacedOrder(jobs.filter((job) => job.attemptId === each.attemptId)));
  return placed ?? (paid.length === 1 ? paid[0] : undefined);
}

/** Returns a charge as it is stored now. @throws PayIndexError `refund_invalid` */
export async function loadChargeToRefund<Tx>(
  { store }: EngineContext<Tx>,
  key: PaymentKey,
  charge: ChargeKey,
): Promise<ChargeFacts> {
  return findSubject(await store.load(key, readOf(charge)), charge);
}

function readOf({ attemptId, cycle }: ChargeKey): PaymentReadOptions {
  return { attemptIds: [attemptId], cycles: cycle === undefined ? [] : [{ attemptId, number: cycle }] };
}

/** @throws PayIndexError `refund_invalid` */
function findSubject({ attempts, cycles }: Payment, { attemptId, cycle }: ChargeKey): ChargeFacts {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined) throw invalidRefundError({ path: "reference", message: "has no such attempt" });
  if (cycle === undefined) return { attempt, cycle, facts: attempt.facts };
  const reported = cycles.find((each) => each.attemptId === attemptId && each.number === cycle);
  if (reported?.state !== "paid") throw invalidRefundError({ path: "cycle", message: "is not paid" });
  return { attempt, cycle, facts: reported.facts };
}
