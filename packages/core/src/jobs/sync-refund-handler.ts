import type { EngineContext } from "../engine-context.ts";
import { type Attempt, expectedChargedAmountOf } from "../payment/attempt.ts";
import { findPlacedOrder, findPlacedRenewal } from "../payment/placed-order.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { type RefundedOrder, toRefundedOrder } from "../payment/refunded-order.ts";
import { toPaidPayment } from "../ports/paid-payment.ts";
import type { JobHandler } from "./job-handler.ts";
import { createHookRunner } from "./run-hook.ts";

/** Has the host add the recorded refunds of an order to its own records (ENG-REFUND). */
export const syncRefundHandler: JobHandler = {
  async decide({ engine, leased: { job }, attempt }) {
    const syncRefunds = engine.orders.syncRefunds?.bind(engine.orders);
    if (syncRefunds === undefined)
      return { kind: "supersede", note: "The shop has no function for recorded refunds." };
    const order = await loadRefundedOrder(engine, attempt, job.cycle);
    if (order === undefined)
      return { kind: "supersede", note: "The shop has no order with an id for this refund." };
    const request = {
      key: job.id,
      payment: toPaidPayment(attempt),
      runHook: createHookRunner(engine),
      order,
    };
    return {
      kind: "effect",
      apply: ({ complete }) => syncRefunds({ ...request, complete: (tx) => complete(tx, { done: true }) }),
    };
  },
};

/** Returns the order of the attempt, or of a later cycle, with all refunds that are recorded by now. */
async function loadRefundedOrder<Tx>(
  { store }: EngineContext<Tx>,
  known: Attempt,
  cycle: number | undefined,
): Promise<RefundedOrder | undefined> {
  const { attemptId } = known;
  // The store leaves out the completed jobs of cycles unless all cycles are loaded.
  const { attempts, cycles, jobs } = await store.load(known, { cycles: "all", attemptIds: [attemptId] });
  const attempt = attempts.find((each) => each.attemptId === attemptId) ?? known;
  const chargedAmount = expectedChargedAmountOf(attempt, cycle);
  const charge = { attemptId, merchantTenant: attempt.merchantTenant, cycle, chargedAmount };
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
