import { type GatewayRefund, isRefundUnderWay } from "../payment/gateway-refunds.ts";
import type { JobProblem } from "../payment/job.ts";
import { checkRefundAtGateway } from "../refund/check-refund-at-gateway.ts";
import type { JobContext, JobDecision, JobHandler } from "./job-handler.ts";
import {
  applyRefundFact,
  createJobRefundMatcher,
  findMerchantAndRefundOperation,
  loadRefundsAtJobStart,
  loadRefundsOfJobCharge,
} from "./refund-job-helpers.ts";

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
