import type { DisputeFact } from "../payment/dispute-fact.ts";
import type { Fact } from "../payment/fact.ts";
import { findPlacedOrderOfCharge } from "../payment/placed-order.ts";
import { findCharge } from "../payment/refundable-charge.ts";
import type { DisputeDetails } from "../ports/orders.ts";
import type { Payment } from "../ports/store.ts";
import { createReportHandler, type JobContext } from "./job-handler.ts";

/** Reports a message of the dispute webhook to the shop (DSP-ITEM). */
export const disputeHandler = createReportHandler("disputed", async (context) => {
  const { leased, attempt } = context;
  const { attemptId, cycle, dedupeKey } = leased.job;
  const payment = await loadPayment(context);
  const charge = findCharge(payment, { attemptId, cycle }) ?? { attempt, facts: attempt.facts };
  const orderId = findPlacedOrderOfCharge(payment.jobs, leased.job)?.id;
  const dispute = toDetails(findDispute(charge.facts, dedupeKey));
  return { attempt: charge.attempt, details: { cycle, orderId, dispute } };
});

/** Loads every cycle if the dispute is about one, because completed jobs of cycles are not loaded otherwise. */
function loadPayment<Tx>({ engine, leased: { job }, attempt }: JobContext<Tx>): Promise<Payment> {
  const cycles = job.cycle === undefined ? [] : "all";
  return engine.store.load(attempt, { attemptIds: [job.attemptId], cycles });
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
