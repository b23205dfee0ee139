import type { DisputeFact } from "../payment/dispute-fact.ts";
import type { Fact } from "../payment/fact.ts";
import { placedOrderOf } from "../payment/placed-order.ts";
import type { DisputeDetails } from "../ports/orders.ts";
import type { Payment } from "../ports/store.ts";
import {
  type JobContext,
  type JobHandler,
  missingReportFunctionDecision,
  reportToShop,
  shopRequestOf,
} from "./job-handler.ts";

/** Reports a message of the dispute webhook to the shop (DSP-ITEM). */
export const disputeHandler: JobHandler = {
  async decide(context) {
    const { engine, leased, attempt } = context;
    const report = engine.orders.disputed?.bind(engine.orders);
    if (report === undefined) return missingReportFunctionDecision;
    const { cycle, dedupeKey } = leased.job;
    const payment = await loadPayment(context);
    const sale = payment.attempts.find(({ attemptId }) => attemptId === attempt.attemptId) ?? attempt;
    const facts = cycle === undefined ? sale.facts : factsOfCycle(payment, context);
    return reportToShop(report, {
      ...shopRequestOf(context, sale),
      cycle,
      orderId: orderIdOf(payment, context),
      dispute: toDetails(findDispute(facts, dedupeKey)),
    });
  },
};

/** Loads every cycle if the dispute is about one, because completed jobs of cycles are not loaded otherwise. */
function loadPayment<Tx>({ engine, leased: { job }, attempt }: JobContext<Tx>): Promise<Payment> {
  const cycles = job.cycle === undefined ? [] : "all";
  return engine.store.load(attempt, { attemptIds: [job.attemptId], cycles });
}

function factsOfCycle<Tx>(
  { cycles }: Payment,
  { leased: { job }, attempt: { attemptId } }: JobContext<Tx>,
): readonly Fact[] {
  return cycles.find((each) => each.attemptId === attemptId && each.number === job.cycle)?.facts ?? [];
}

function orderIdOf<Tx>(
  { jobs }: Payment,
  { leased: { job }, attempt: { attemptId } }: JobContext<Tx>,
): string | undefined {
  const kind = job.cycle === undefined ? "place-order" : "place-renewal";
  const placing = jobs.find(
    (each) => each.attemptId === attemptId && each.kind === kind && each.cycle === job.cycle,
  );
  return placedOrderOf(placing)?.id;
}

function findDispute(facts: readonly Fact[], id: string): DisputeFact {
  const fact = facts.find((each) => each.source === "dispute" && each.id === id);
  if (fact?.source !== "dispute") throw new Error("The store does not have the message of this job.");
  return fact;
}

function toDetails(fact: DisputeFact): DisputeDetails {
  const { type, result, transactionId, refundAmount, alertType, alertStatus } = fact;
  return {
    ...{ type, result, transactionId, refundAmount, alertType, alertStatus },
    receivedAt: new Date(fact.at),
  };
}
