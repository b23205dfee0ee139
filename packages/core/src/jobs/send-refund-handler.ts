import { gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { refundableChargeOf } from "../payment/refundable-charge.ts";
import { sendRefund } from "../refund/send-refund.ts";
import type { JobContext, JobDecision, JobHandler } from "./job-handler.ts";
import {
  applyRefundFact,
  createJobRefundMatcher,
  findMerchantAndRefundOperation,
  loadFactsOfJobCharge,
  loadRefundsAtJobStart,
} from "./refund-job-helpers.ts";

/**
 * Sends a refund once (RFD-ONCE). A process that stopped after it committed `submitted` may have sent it: then nobody knows, and it is
 * not sent again.
 */
export const sendRefundHandler: JobHandler = {
  async decide(context) {
    const refund = (await loadRefundsAtJobStart(context)).find(createJobRefundMatcher(context));
    switch (refund?.state) {
      case "requested":
        return send(context);
      case "submitted":
        return answer(context, { outcome: "unknown", text: "process_stopped" });
      case undefined:
      case "accepted":
      case "unknown":
      case "succeeded":
      case "failed":
        return { kind: "done" };
    }
  },
};

async function send<Tx>(context: JobContext<Tx>): Promise<JobDecision<Tx>> {
  const { engine, leased, attempt } = context;
  const ready = await findMerchantAndRefundOperation(context, engine.settings.operations.refund);
  if ("problem" in ready) return { kind: "give-up", problem: ready.problem };
  const at = engine.platform.now().toISOString();
  const { dedupeKey: requestId } = leased.job;
  const leaseToken = leased.lease.token;
  await applyRefundFact(context, { source: "refund", at, step: "submitted", requestId, leaseToken });
  const facts = await loadFactsOfJobCharge(context);
  const submitted = facts.find(
    (fact) => fact.source === "refund" && fact.step === "submitted" && fact.requestId === requestId,
  );
  const refund = gatewayRefundsOf(facts).find(createJobRefundMatcher(context));
  const charge = refundableChargeOf({ attempt, cycle: leased.job.cycle, facts });
  // Another process was faster, or an operator settled the refund.
  const isOurs =
    submitted?.source === "refund" && submitted.step === "submitted" && submitted.leaseToken === leaseToken;
  if (!isOurs || refund?.state !== "submitted") return { kind: "leave" };
  if (charge === undefined)
    return answer(context, { outcome: "refused", text: "The payment has no transaction." });
  return answer(context, await sendRefund(engine, { attempt, ...ready, refund, charge }));
}

type Answered = Extract<RefundFact, { readonly step: "answered" }>;

/** Commits what is known of the call. */
async function answer<Tx>(
  context: JobContext<Tx>,
  answered: Pick<Answered, "outcome" | "refundId" | "text">,
): Promise<JobDecision<Tx>> {
  const at = context.engine.platform.now().toISOString();
  const { dedupeKey: requestId } = context.leased.job;
  await applyRefundFact(context, { source: "refund", at, step: "answered", requestId, ...answered });
  return { kind: "done" };
}
