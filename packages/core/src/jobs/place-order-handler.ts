import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { RefusalProblem } from "../payment/order-refusals.ts";
import { paymentLinkProblem } from "../payment/payment-link.ts";
import { type AmountDueComparedProof, amountDueProblem } from "../payment/placed-order.ts";
import { moneyReturnedProblem } from "../payment/returned-money.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { OrderPort, OrderRefusal, PlaceOrderAnswer, PlaceOrderRequest } from "../ports/orders.ts";
import type { Money } from "../protocol/money/money.ts";
import { nextRun } from "./complete-or-give-up-job.ts";
import {
  type EffectCompletionCallbacks,
  type JobContext,
  type JobHandler,
  shopRequestOf,
} from "./job-handler.ts";
import { renewJobLease } from "./keep-leases.ts";
import { findCompetingOrderJobIds, findJobIdsWaitingForFirstOrder } from "./waiting-jobs.ts";

/**
 * Milliseconds after which an attempt that waits for another one is checked again: the other one can wait for staff for days. The process
 * that places the other one checks earlier.
 */
const otherAttemptPauses = { first: 30_000, longest: 600_000 };

/** Has the host place the order of a paid sale, for one attempt of the payment only (ENG-WINS). */
export const placeOrderHandler: JobHandler = {
  async decide(context) {
    const { engine, isFirstRun, leased } = context;
    const attempt = context.attempt.isWinning ? context.attempt : await beginPlacing(context);
    if (attempt === undefined) {
      const dueAt = nextRun(engine.platform, leased.job, otherAttemptPauses);
      const message = "The order is being placed for another attempt.";
      return { kind: "wait", dueAt, problem: { code: "other_attempt", message } };
    }
    const returned =
      moneyReturnedProblem({ attempt, cycle: undefined, facts: attempt.facts }) ??
      (await findLinkProblem(engine, attempt));
    // An earlier run may have placed the order, and its answer was lost: the attempt keeps its right until staff decide (ENG-WINS).
    if (returned !== undefined && context.attempt.isWinning && !isFirstRun)
      return { kind: "give-up", problem: mayBePlacedProblem(returned) };
    // As a refusal of the host: other paid attempts of the payment are tried.
    if (returned !== undefined) return { kind: "effect", apply: async () => ({ refused: returned }) };
    const sale = shopRequestOf(context, attempt);
    return { kind: "effect", apply: (end) => placeOrderAtPrice(engine.orders, end, sale) };
  },

  /** Otherwise the other paid attempts would wait for an operator. */
  async beforeGivingUp({ engine, leased, runJobs }) {
    if (!(await renewJobLease(engine, leased)))
      throw new Error("The lease of the job ended before its order was placed.");
    const { attemptId, ...key } = leased.job;
    await runJobs(
      await applyFacts(engine, key, { updates: [{ kind: "placing", attemptId, step: "failed" }] }),
    );
  },

  /** Marks the other paid attempts as paid twice. If this fails, the next commit of the payment does it. */
  async afterCompletion({ engine, leased, runJobs }) {
    const { tenant, reference } = leased.job;
    try {
      await runJobs(await applyFacts(engine, { tenant, reference }));
    } catch (error) {
      engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
    }
  },

  async findNextJobs({ engine, attempt }, isApplied) {
    if (!isApplied) return findCompetingOrderJobIds(engine, attempt);
    return isSubscriptionAttempt(attempt) ? findJobIdsWaitingForFirstOrder(engine, attempt) : [];
  },
};

function mayBePlacedProblem({ code, message }: RefusalProblem): RefusalProblem {
  const advice =
    "An earlier run may have placed the order: look for it in the shop before you dismiss this item.";
  return { code, message: `${message} ${advice}` };
}

/** Read after the attempt has won: a link that is withdrawn later was paid in time. */
async function findLinkProblem<Tx>({ store }: EngineContext<Tx>, attempt: Attempt) {
  if (attempt.link === undefined) return undefined;
  return paymentLinkProblem(attempt, await store.findLink(attempt.link.linkId));
}

/** Returns the attempt, with the right to have its order placed. Undefined while another attempt of the payment has that right. */
async function beginPlacing<Tx>({ engine, attempt: paid, runJobs }: JobContext<Tx>) {
  const { attemptId } = paid;
  await runJobs(await applyFacts(engine, paid, { updates: [{ kind: "placing", attemptId, step: "begin" }] }));
  const attempt = await engine.store.findAttempt(attemptId);
  return attempt?.isWinning === true ? attempt : undefined;
}

/**
 * Has the host place the order of a paid sale, for the price that was paid and no other (ENG-DUE).
 *
 * @throws Error if the host answers that it placed the order without having the amount due compared
 */
async function placeOrderAtPrice<Tx>(
  orders: OrderPort<Tx>,
  { complete, stop }: EffectCompletionCallbacks<Tx>,
  sale: Pick<PlaceOrderRequest<Tx>, "key" | "payment" | "runHook">,
): Promise<PlaceOrderAnswer | OrderRefusal> {
  let checked: AmountDueComparedProof | undefined;
  const checkAmountDue = (due: Money | undefined): AmountDueComparedProof => {
    stop.reset();
    checked = undefined;
    const problem = amountDueProblem(sale.payment.amount, due);
    if (problem !== undefined) stop.with({ refused: problem });
    checked = Object.freeze({}) as AmountDueComparedProof;
    return checked;
  };
  const answer = await orders.placeOrder({
    ...sale,
    checkAmountDue,
    async complete(tx, amountDue, orderId) {
      await complete(tx, { placed: { id: orderId } });
      return checkAmountDue(await amountDue());
    },
  });
  if ("refused" in answer) return answer;
  if (checked === undefined || answer.amount !== checked)
    throw new Error(
      "The host placed the order without comparing the amount due: call complete or checkAmountDue.",
    );
  return answer;
}
