import { isFailure } from "../payment/fact-kinds.ts";
import type { RefusalProblem } from "../payment/order-refusals.ts";
import { type PlacedOrder, placedOrderOf } from "../payment/placed-order.ts";
import { moneyReturnedProblem } from "../payment/returned-money.ts";
import type { Cycle } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  findCyclePayingSets,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import type { SubscriptionDetails } from "../ports/orders.ts";
import { toPaidPayment } from "../ports/paid-payment.ts";
import { type JobContext, type JobHandler, missingReportFunctionDecision } from "./job-handler.ts";
import { createHookRunner } from "./run-hook.ts";

/** A subscription, as one of its jobs finds it. */
interface FoundSubscription {
  readonly attempt: SubscriptionAttempt;
  readonly subscription: SubscriptionDetails;
  readonly number: number;
  readonly dueAt: Date;
  readonly cycle: Cycle | undefined;
  /** The order that was placed for the first cycle. Undefined if an operator dismissed it, or another attempt won. */
  readonly firstOrder: PlacedOrder | undefined;
  /** Whether the order was placed for another attempt of the payment (ENG-WINS). */
  readonly isOtherPlaced: boolean;
}

/** Has the host place one order for one paid cycle (CYC-RENEWAL). */
export const renewalHandler: JobHandler = {
  async decide(context) {
    const { orders } = context.engine;
    const placeRenewal = orders.placeRenewal?.bind(orders);
    const found = await loadSubscription(context);
    const { attempt, number, dueAt, cycle } = found;
    if (placeRenewal === undefined || found.firstOrder === undefined)
      return { kind: "give-up", problem: noRenewalProblem(found) };
    const returned = moneyReturnedProblem({ attempt, cycle: number, facts: cycle?.facts ?? [] });
    if (returned !== undefined) return { kind: "give-up", problem: returned };
    const [transactionId] = findCyclePayingSets(attempt, number, cycle?.facts ?? []).flat();
    const request = {
      ...subscriptionRequest(context, found),
      cycle: { number, amount: attempt.amount, transactionId, dueAt },
    };
    return {
      kind: "effect",
      apply: ({ complete }) =>
        placeRenewal({ ...request, complete: (tx, id) => complete(tx, { placed: { id } }) }),
    };
  },
};

function noRenewalProblem({ attempt, number, firstOrder, isOtherPlaced }: FoundSubscription): RefusalProblem {
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
export const subscriptionClosedHandler: JobHandler = {
  async decide(context) {
    const { orders } = context.engine;
    const report = orders.subscriptionClosed?.bind(orders);
    if (report === undefined) return missingReportFunctionDecision;
    const found = await loadSubscription(context);
    const closedAt = new Date(found.attempt.subscription?.closedAt ?? context.leased.job.createdAt);
    const request = { ...subscriptionRequest(context, found), closedAt };
    return {
      kind: "effect",
      apply: ({ complete }) => report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
    };
  },
};

/** Reports a declined charge of a cycle to the shop, unless the cycle has another state by now (CYC-FAILED). */
export const cycleFailedHandler: JobHandler = {
  async decide(context) {
    const { orders } = context.engine;
    const report = orders.cycleFailed?.bind(orders);
    if (report === undefined) return missingReportFunctionDecision;
    const found = await loadSubscription(context);
    const { attempt, number, dueAt, cycle, firstOrder } = found;
    if (firstOrder === undefined) return { kind: "supersede", note: "The first order was not placed." };
    const declined = cycle?.facts.filter(isFailure).find(({ id }) => id === context.leased.job.dedupeKey);
    if (cycle?.state !== "failed")
      return { kind: "supersede", note: `The cycle is ${cycle?.state ?? "unknown"}.` };
    if (declined === undefined) return { kind: "supersede", note: "Many charges were declined since." };
    const { transactionId, at } = declined;
    const details = { number, amount: attempt.amount, transactionId, dueAt, declinedAt: new Date(at) };
    const request = { ...subscriptionRequest(context, found), cycle: details };
    return {
      kind: "effect",
      apply: ({ complete }) => report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
    };
  },
};

/** Reports an overdue cycle to the shop, unless it is paid by now (CYC-OVERDUE). */
export const cycleOverdueHandler: JobHandler = {
  async decide(context) {
    const { orders } = context.engine;
    const report = orders.cycleOverdue?.bind(orders);
    if (report === undefined) return missingReportFunctionDecision;
    const found = await loadSubscription(context);
    const { attempt, number, dueAt, cycle } = found;
    if (cycle !== undefined && isCycleFinished(cycle.state))
      return { kind: "supersede", note: `The cycle is ${cycle.state}.` };
    if (!isCycleExpected(attempt, number, dueAt)) return { kind: "supersede", note: closedBeforeDueNote };
    const request = { ...subscriptionRequest(context, found), cycle: { number, dueAt } };
    return {
      kind: "effect",
      apply: ({ complete }) => report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
    };
  },
};

function subscriptionRequest<Tx>(
  { engine, leased: { job } }: JobContext<Tx>,
  { attempt, subscription }: FoundSubscription,
) {
  return { key: job.id, payment: toPaidPayment(attempt), runHook: createHookRunner(engine), subscription };
}

/**
 * Loads the subscription with its first order: the host gets no renewal before that order is placed.
 *
 * @throws Error while the first order is not placed, so that the job runs again later
 */
async function loadSubscription<Tx>({
  engine,
  leased: { job },
  attempt: paid,
}: JobContext<Tx>): Promise<FoundSubscription> {
  const { attemptId } = paid;
  const number = job.cycle ?? 1;
  const read = { cycles: [{ attemptId, number }], attemptIds: [attemptId] };
  const payment = await engine.store.load(paid, read);
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
