import type { Engine } from "../engine.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { JobProblem, LeasedJob } from "../payment/job.ts";
import { type PlacedOrder, placedOrderOf } from "../payment/placed-order.ts";
import type { Cycle } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
  transactionsPayingCycle,
} from "../payment/subscription/subscription.ts";
import { type SubscriptionDetails, toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { giveUpJob, runEffect, supersedeJob } from "./complete-job.ts";

/** A subscription, as one of its jobs finds it. */
interface SubscriptionJobContext {
  readonly attempt: SubscriptionAttempt;
  readonly subscription: SubscriptionDetails;
  readonly number: number;
  readonly dueAt: Date;
  readonly cycle: Cycle | undefined;
  /** The order that was placed for the first cycle. Undefined if an operator dismissed it, or another attempt won. */
  readonly firstOrder: PlacedOrder | undefined;
  /** Whether the order was placed for another attempt of the payment (LED-WINS). */
  readonly isOtherPlaced: boolean;
}

/** Has the host place one order for one paid cycle (CYC-RENEWAL). */
export async function runPlaceRenewalJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const placeRenewal = engine.orders.placeRenewal?.bind(engine.orders);
  const context = await loadSubscriptionJobContext(engine, leased, paid);
  const { attempt, number, dueAt, cycle } = context;
  if (placeRenewal === undefined || context.firstOrder === undefined)
    return giveUpJob(engine, leased, noRenewalProblem(context));
  const [transactionId] = transactionsPayingCycle(attempt, number, cycle?.facts ?? []).flat();
  const request = {
    ...subscriptionRequest(leased, context),
    cycle: { number, amount: attempt.amount, transactionId, dueAt },
  };
  await runEffect(engine, leased, ({ complete }) =>
    placeRenewal({ ...request, complete: (tx, orderId) => complete(tx, { placed: { id: orderId } }) }),
  );
}

function noRenewalProblem({
  attempt,
  number,
  firstOrder,
  isOtherPlaced,
}: SubscriptionJobContext): JobProblem {
  const { reference } = attempt;
  const refundAndClose = "Refund this cycle, and have the subscription closed at the gateway.";
  if (firstOrder !== undefined) {
    const message = `Cycle ${number} was paid, but this shop places no renewals. Place the order by hand.`;
    return { code: "renewals_not_placed", message };
  }
  if (isOtherPlaced) {
    const message = `Cycle ${number} was paid, but the order ${reference} was placed for another attempt. ${refundAndClose}`;
    return { code: "paid_twice", message };
  }
  const message = `Cycle ${number} was paid, but the first order was not placed. ${refundAndClose}`;
  return { code: "first_order_not_placed", message };
}

/** Reports a closed subscription to the shop (CYC-CLOSED). */
export async function runReportSubscriptionClosedJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const report = engine.orders.subscriptionClosed?.bind(engine.orders);
  if (report === undefined) return supersedeWithoutHook(engine, leased);
  const context = await loadSubscriptionJobContext(engine, leased, paid);
  const closedAt = new Date(context.attempt.subscription?.closedAt ?? leased.job.createdAt);
  const request = { ...subscriptionRequest(leased, context), closedAt };
  await runEffect(engine, leased, ({ complete }) =>
    report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
  );
}

/** Reports an overdue cycle to the shop, unless it is paid by now (CYC-MISSING). */
export async function runReportCycleOverdueJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const report = engine.orders.cycleOverdue?.bind(engine.orders);
  if (report === undefined) return supersedeWithoutHook(engine, leased);
  const context = await loadSubscriptionJobContext(engine, leased, paid);
  const { attempt, number, dueAt, cycle } = context;
  if (cycle !== undefined && isCycleFinished(cycle.state))
    return supersedeJob(engine, leased, `The cycle is ${cycle.state}.`);
  if (!isCycleExpected(attempt, number, dueAt)) return supersedeJob(engine, leased, closedBeforeDueNote);
  const request = { ...subscriptionRequest(leased, context), cycle: { number, dueAt } };
  await runEffect(engine, leased, ({ complete }) =>
    report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
  );
}

function supersedeWithoutHook<Tx>(engine: Engine<Tx>, leased: LeasedJob): Promise<void> {
  return supersedeJob(engine, leased, "The shop has no function for this report.");
}

function subscriptionRequest(
  { job }: LeasedJob,
  { attempt, subscription }: Pick<SubscriptionJobContext, "attempt" | "subscription">,
) {
  return { key: job.id, payment: toPaidPayment(attempt), subscription };
}

/**
 * Loads the subscription with its first order: the host gets no renewal before that order is placed.
 *
 * @throws Error while the first order is not placed, so that the job runs again later
 */
async function loadSubscriptionJobContext<Tx>(
  engine: Engine<Tx>,
  { job }: LeasedJob,
  paid: Attempt,
): Promise<SubscriptionJobContext> {
  const { attemptId } = paid;
  const number = job.cycle ?? 1;
  const read = { cycles: [{ attemptId, number }], attemptIds: [attemptId] };
  const payment = await wrapStoreErrors("load a payment", engine.store.load(paid, read));
  const attempt = payment.attempts.find((each) => each.attemptId === attemptId) ?? paid;
  if (!isSubscriptionAttempt(attempt)) throw new Error("The attempt has no plan.");
  const placing = payment.jobs.filter(({ kind }) => kind === "place-order");
  const first = placing.find((each) => each.attemptId === attemptId);
  const isOtherPlaced = placing.some((each) => each !== first && placedOrderOf(each) !== undefined);
  if (first?.status !== "completed" && !isOtherPlaced)
    throw new Error("The first order of the subscription is not placed yet.");
  const firstOrder = placedOrderOf(first);
  return {
    attempt,
    number,
    dueAt: cycleDueDate(attempt, number, engine.settings),
    cycle: payment.cycles[0],
    firstOrder,
    isOtherPlaced,
    subscription: {
      planId: attempt.plan.id,
      planType: attempt.plan.type,
      totalCount: attempt.plan.totalCount,
      gatewaySubscriptionId: attempt.subscription?.gatewaySubscriptionId,
      firstOrderId: firstOrder?.id,
    },
  };
}
