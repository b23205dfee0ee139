import type { Engine } from "../engine.ts";
import { type Attempt, chargedAmountOf, merchantTenantOf } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { findPlacedOrder, findPlacedRenewal } from "../payment/placed-order.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { type RefundedOrder, toRefundedOrder } from "../payment/refunded-order.ts";
import { toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { runEffect, supersedeJob } from "./complete-job.ts";

/** Has the host add the recorded refunds of an order to its own records (LED-REFUND). */
export async function runSyncRefundJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  attempt: Attempt,
): Promise<void> {
  const syncRefunds = engine.orders.syncRefunds?.bind(engine.orders);
  if (syncRefunds === undefined)
    return supersedeJob(engine, leased, "The shop has no function for recorded refunds.");
  const order = await loadRefundedOrder(engine, attempt, leased.job.cycle);
  if (order === undefined)
    return supersedeJob(engine, leased, "The shop has no order with an id for this refund.");
  const request = { key: leased.job.id, payment: toPaidPayment(attempt), order };
  await runEffect(engine, leased, ({ complete }) =>
    syncRefunds({ ...request, complete: (tx) => complete(tx, { done: true }) }),
  );
}

/** Returns the order of the attempt, or of a later cycle, with all refunds that are recorded by now. */
async function loadRefundedOrder<Tx>(
  { store }: Engine<Tx>,
  known: Attempt,
  cycle: number | undefined,
): Promise<RefundedOrder | undefined> {
  const { attemptId } = known;
  // The store leaves out the completed jobs of cycles unless all cycles are loaded.
  const load = store.load(known, { cycles: "all", attemptIds: [attemptId] });
  const { attempts, cycles, jobs } = await wrapStoreErrors("load a payment", load);
  const attempt = attempts.find((each) => each.attemptId === attemptId) ?? known;
  const chargedAmount = chargedAmountOf(attempt, cycle);
  const charge = { attemptId, merchantTenant: merchantTenantOf(attempt), cycle, chargedAmount };
  if (cycle === undefined)
    return toRefundedOrder({
      ...charge,
      placedOrder: findPlacedOrder(jobs),
      recorded: recordedRefundsOf(attempt.facts),
    });
  const reported = cycles.find((each) => each.attemptId === attemptId && each.number === cycle);
  return toRefundedOrder({
    ...charge,
    placedOrder: findPlacedRenewal(jobs, { attemptId, number: cycle }),
    recorded: recordedRefundsOf(reported?.facts ?? []),
  });
}
