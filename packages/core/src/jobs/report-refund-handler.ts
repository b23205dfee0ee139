import { refundReportKey } from "../apply/refund-keys.ts";
import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import { toPaidPayment } from "../ports/paid-payment.ts";
import { type JobHandler, missingReportFunctionDecision } from "./job-handler.ts";
import { loadRefundsOfJobCharge } from "./refund-job-helpers.ts";
import { createHookRunner } from "./run-hook.ts";

/** Reports to the shop how a refund ended, unless it has another state by now. */
export const reportRefundHandler: JobHandler = {
  async decide(context) {
    const { engine, leased, attempt } = context;
    const report = engine.orders.refundEnded?.bind(engine.orders);
    if (report === undefined) return missingReportFunctionDecision;
    const isReported = (each: GatewayRefund) => refundReportKey(each) === leased.job.dedupeKey;
    const refund = (await loadRefundsOfJobCharge(context)).find(isReported);
    if (refund?.state !== "succeeded" && refund?.state !== "failed")
      return { kind: "supersede", note: "The refund has another state by now." };
    const { state } = refund;
    const request = {
      key: leased.job.id,
      runHook: createHookRunner(engine),
      payment: toPaidPayment(attempt),
      cycle: leased.job.cycle,
      refund: { ...refund, state },
    };
    return {
      kind: "effect",
      apply: ({ complete }) => report({ ...request, complete: (tx) => complete(tx, { done: true }) }),
    };
  },
};
