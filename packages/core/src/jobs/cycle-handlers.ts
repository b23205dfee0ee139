import {
  type CancelAnswer,
  cancelSubscriptionAtGateway,
  type UnclearCancelReason,
} from "../cancellation/cancel-subscription-at-gateway.ts";
import type { EngineContext } from "../engine-context.ts";
import { isFailure } from "../payment/classify-facts.ts";
import type { JobProblem, LeasedJob, ScheduledJobRetry } from "../payment/job.ts";
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
import { completeJob } from "./complete-or-give-up-job.ts";
import { createReportHandler, type JobContext, type JobHandler, shopRequestOf } from "./job-handler.ts";

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
      ...shopRequestOf(context, attempt),
      subscription: found.subscription,
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
export const subscriptionClosedHandler = createReportHandler("subscriptionClosed", async (context) => {
  const { attempt, subscription } = await loadSubscription(context);
  const closedAt = new Date(attempt.subscription?.closedAt ?? context.leased.job.createdAt);
  return { attempt, details: { subscription, closedAt } };
});

/** Reports a declined charge of a cycle to the shop, unless the cycle has another state by now (CYC-FAILED). */
export const cycleFailedHandler = createReportHandler("cycleFailed", async (context) => {
  const { attempt, subscription, number, dueAt, cycle, firstOrder } = await loadSubscription(context);
  if (firstOrder === undefined) return { superseded: "The first order was not placed." };
  const declined = cycle?.facts.filter(isFailure).find(({ id }) => id === context.leased.job.dedupeKey);
  if (cycle?.state !== "failed") return { superseded: `The cycle is ${cycle?.state ?? "unknown"}.` };
  if (declined === undefined) return { superseded: "Many charges were declined since." };
  const { transactionId, at } = declined;
  const failed = { number, amount: attempt.amount, transactionId, dueAt, declinedAt: new Date(at) };
  return { attempt, details: { subscription, cycle: failed } };
});

/** Reports an overdue cycle to the shop, unless it is paid by now (CYC-OVERDUE). */
export const cycleOverdueHandler = createReportHandler("cycleOverdue", async (context) => {
  const { attempt, subscription, number, dueAt, cycle } = await loadSubscription(context);
  if (cycle !== undefined && isCycleFinished(cycle.state))
    return { superseded: `The cycle is ${cycle.state}.` };
  if (!isCycleExpected(attempt, number, dueAt)) return { superseded: closedBeforeDueNote };
  return { attempt, details: { subscription, cycle: { number, dueAt } } };
});

/**
 * Loads the subscription with its first order: the host gets no renewal before that order is placed.
 *
 * @throws Error while the first order is not placed, so that the job runs again later
 */
async function loadSubscription<Tx>(context: JobContext<Tx>): Promise<FoundSubscription> {
  const { engine, leased, attempt: paid } = context;
  const { attemptId } = paid;
  const number = leased.job.cycle ?? 1;
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
  const { id: planId, type: planType, totalCount } = attempt.plan;
  return {
    attempt,
    number,
    dueAt: cycleDueDate(attempt, number, engine.settings),
    cycle: payment.cycles[0],
    firstOrder,
    isOtherPlaced,
    subscription: {
      ...{ planId, planType, totalCount, firstOrderId: firstOrder?.id },
      gatewaySubscriptionId: attempt.subscription?.gatewaySubscriptionId,
    },
  };
}

/** Seconds until the gateway is asked again, after each unclear answer. */
const pauses = [10, 60, 300, 1800, 7200, 21_600] as const;
const longestPause = 21_600;

/**
 * Cancels a subscription whose requester did not get a clear answer, or whose request a process did not finish (CAN-RETRY). Nobody waits
 * for this answer, so a refusal becomes a review item.
 */
export const cancelSubscriptionHandler: JobHandler = {
  async decide({ engine, attempt, leased, runJobs }) {
    const answer = await cancelSubscriptionAtGateway(engine, attempt, runJobs);
    switch (answer.outcome) {
      case "cancelled":
        return { kind: "done" };
      case "refused":
        return { kind: "give-up", problem: refusedProblem(answer) };
      case "unclear": {
        const problem = unclearProblem(answer.reason);
        const isLast = leased.job.tries >= pauses.length;
        return isLast
          ? { kind: "give-up", problem }
          : { kind: "wait", ...nextCancellation(engine, leased, answer.reason) };
      }
    }
  },
};

/** Ends a leased job after its requester got this answer: the gateway is asked again only if the answer is not clear. */
export async function completeOrRetryCancelJob<Tx>(
  engine: EngineContext<Tx>,
  leased: LeasedJob,
  answer: CancelAnswer,
): Promise<void> {
  if (answer.outcome === "unclear")
    await engine.store.retryJobLater(leased, nextCancellation(engine, leased, answer.reason));
  else await completeJob(engine, leased, { kind: "done" });
}

function nextCancellation<Tx>(
  { platform }: EngineContext<Tx>,
  { job }: LeasedJob,
  reason: UnclearCancelReason,
): ScheduledJobRetry {
  const seconds = pauses[job.tries] ?? longestPause;
  return { dueAt: new Date(platform.now().getTime() + seconds * 1000), problem: unclearProblem(reason) };
}

function unclearProblem(reason: UnclearCancelReason): JobProblem {
  const message = `The gateway gave no clear answer to the cancellation (${reason}). Charges can go on until it confirms.`;
  return { code: "cancellation_unclear", message };
}

function refusedProblem({ text }: { readonly text?: string }): JobProblem {
  const why = text === undefined ? "" : ` Its text: ${text}`;
  const message = `The gateway refused the cancellation, and charges go on.${why}`;
  return { code: "cancellation_refused", message };
}
