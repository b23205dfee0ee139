import { applyFacts } from "../apply/apply-facts.ts";
import { refundReportKey } from "../apply/refund-discrepancies.ts";
import type { EngineContext } from "../engine-context.ts";
import type { Merchant } from "../options/merchant-list.ts";
import { type Attempt, expectedChargedAmountOf } from "../payment/attempt.ts";
import { type GatewayRefund, gatewayRefundsOf, isRefundUnderWay } from "../payment/gateway-refunds.ts";
import type { JobProblem } from "../payment/job.ts";
import { findPlacedOrder, findPlacedOrderOfCharge } from "../payment/placed-order.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { factsOfCycle, refundableChargeOf } from "../payment/refundable-charge.ts";
import { type RefundedOrder, toRefundedOrder } from "../payment/returned-money.ts";
import type { OperationPathAndSignedFields } from "../protocol/operations/operation-form.ts";
import { checkRefundAtGateway } from "../refund/ask-about-refund.ts";
import { sendRefund } from "../refund/send-refund.ts";
import { findMerchantOf } from "../verification/verify-received-notification.ts";
import { createReportHandler, type JobContext, type JobDecision, type JobHandler } from "./job-handler.ts";

/** Applies a statement about the refund of a job, and runs the jobs that follow. */
async function applyRefundFact<Tx>({ engine, leased, attempt, runJobs }: JobContext<Tx>, fact: RefundFact) {
  const { attemptId, cycle } = leased.job;
  const update = { kind: "refund", attemptId, cycle, fact } as const;
  await runJobs(await applyFacts(engine, attempt, { updates: [update] }));
}

/** Returns the merchant and the operation, or why the gateway cannot be called. A retry after the options were corrected goes on. */
async function findMerchantAndRefundOperation<Tx>(
  { engine, attempt }: JobContext<Tx>,
  operation: OperationPathAndSignedFields | undefined,
): Promise<
  | { readonly merchant: Merchant; readonly operation: OperationPathAndSignedFields }
  | { readonly problem: JobProblem }
> {
  if (operation === undefined)
    return {
      problem: { code: "operation_disabled", message: "The options have no such operation any more." },
    };
  const merchant = await findMerchantOf(engine, attempt);
  if (merchant === undefined)
    return { problem: { code: "merchant_missing", message: "The merchant is not in the options any more." } };
  return { merchant, operation };
}

/** Returns whether a refund is the one of the job. */
function createJobRefundMatcher<Tx>({ leased: { job } }: JobContext<Tx>): (refund: GatewayRefund) => boolean {
  return ({ requestId }) => requestId === job.dedupeKey;
}

/** Returns the refunds of the sale or the cycle when the job started: the attempt of the job was read for it. */
async function loadRefundsAtJobStart<Tx>(context: JobContext<Tx>): Promise<readonly GatewayRefund[]> {
  const { attempt, leased } = context;
  return leased.job.cycle === undefined ? gatewayRefundsOf(attempt.facts) : loadRefundsOfJobCharge(context);
}

/** Returns the refunds of the sale or the cycle as they are stored now. */
async function loadRefundsOfJobCharge<Tx>(context: JobContext<Tx>): Promise<readonly GatewayRefund[]> {
  return gatewayRefundsOf(await loadFactsOfJobCharge(context));
}

/** Returns what is known of the sale or the cycle by now. */
async function loadFactsOfJobCharge<Tx>({ engine, leased: { job }, attempt }: JobContext<Tx>) {
  const { attemptId, cycle: number } = job;
  if (number === undefined) return (await engine.store.findAttempt(attemptId))?.facts ?? [];
  const { cycles } = await engine.store.load(attempt, { cycles: [{ attemptId, number }] });
  return factsOfCycle(cycles, attemptId, number);
}

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

/** Seconds until the gateway is asked again about a refund that it accepted. Its bank can take days. */
const acceptedPauses = [60, 300, 1800, 7200, 21_600, 86_400, 86_400, 86_400];

/** Seconds until the gateway is asked again about a refund that it may not have. Staff hear of it after three hours. */
const unknownPauses = [30, 120, 600, 3600, 7200];

/** Asks the gateway how a refund ended. */
export const checkRefundHandler: JobHandler = {
  async decide(context) {
    const known = await loadRefundsAtJobStart(context);
    const refund = known.find(createJobRefundMatcher(context));
    if (refund === undefined || !isRefundUnderWay(refund)) return { kind: "done" };
    const ready = await findMerchantAndRefundOperation(
      context,
      context.engine.settings.operations.refundQuery,
    );
    if ("problem" in ready) return { kind: "give-up", problem: ready.problem };
    const others = known.filter((each) => each !== refund);
    const fact = await checkRefundAtGateway(context.engine, {
      attempt: context.attempt,
      ...ready,
      refund,
      others,
    });
    if (fact !== undefined) await applyRefundFact(context, fact);
    const after = (await loadRefundsOfJobCharge(context)).find(createJobRefundMatcher(context)) ?? refund;
    return isRefundUnderWay(after) ? askAgain(context, after) : { kind: "done" };
  },
};

function askAgain<Tx>({ engine, leased }: JobContext<Tx>, { state }: GatewayRefund): JobDecision<Tx> {
  const seconds = (state === "accepted" ? acceptedPauses : unknownPauses)[leased.job.tries];
  const problem = state === "accepted" ? notCompleted : notKnown;
  if (seconds === undefined) return { kind: "give-up", problem };
  return { kind: "wait", dueAt: new Date(engine.platform.now().getTime() + seconds * 1000), problem };
}

const notCompleted: JobProblem = {
  code: "refund_not_completed",
  message: "The gateway accepted the refund, and has not reported how it ended.",
};

const notKnown: JobProblem = {
  code: "refund_unknown",
  message: "The refund was sent, and the gateway does not say whether it has it.",
};

/** Reports to the shop how a refund ended, unless it has another state by now. */
export const reportRefundHandler = createReportHandler("refundEnded", async (context) => {
  const { attempt, leased } = context;
  const { cycle, dedupeKey } = leased.job;
  const refund = (await loadRefundsOfJobCharge(context)).find((each) => refundReportKey(each) === dedupeKey);
  if (refund?.state !== "succeeded" && refund?.state !== "failed")
    return { superseded: "The refund has another state by now." };
  return { attempt, details: { cycle, refund: { ...refund, state: refund.state } } };
});

/** Has the host add the recorded refunds of an order to its own records (ENG-REFUND). */
export const syncRefundHandler = createReportHandler(
  "syncRefunds",
  async ({ engine, leased, attempt }) => {
    const order = await loadRefundedOrder(engine, attempt, leased.job.cycle);
    if (order === undefined) return { superseded: "The shop has no order with an id for this refund." };
    return { attempt, details: { order } };
  },
  "The shop has no function for recorded refunds.",
);

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
  const facts = cycle === undefined ? attempt.facts : factsOfCycle(cycles, attemptId, cycle);
  return toRefundedOrder({
    ...{ attemptId, merchantTenant: attempt.merchantTenant, cycle, chargedAmount },
    placedOrder:
      cycle === undefined ? findPlacedOrder(jobs) : findPlacedOrderOfCharge(jobs, { attemptId, cycle }),
    recorded: recordedRefundsOf(facts),
  });
}
