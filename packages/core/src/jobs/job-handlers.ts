import type { JobKind } from "../payment/job.ts";
import { cancelSubscriptionHandler } from "./cancel-subscription-handler.ts";
import { checkRefundHandler } from "./check-refund-handler.ts";
import { checkResultHandler } from "./check-result-handler.ts";
import {
  cycleFailedHandler,
  cycleOverdueHandler,
  renewalHandler,
  subscriptionClosedHandler,
} from "./cycle-handlers.ts";
import { disputeHandler } from "./dispute-handler.ts";
import type { JobHandler } from "./job-handler.ts";
import { placeOrderHandler } from "./place-order-handler.ts";
import {
  queryAfterRepeatHandler,
  queryAfterReturnHandler,
  queryUnknownChargeHandler,
} from "./query-handlers.ts";
import { reportRefundHandler } from "./report-refund-handler.ts";
import { sendRefundHandler } from "./send-refund-handler.ts";
import { syncRefundHandler } from "./sync-refund-handler.ts";

/** Reports that the later cycle should be paid by now (CYC-OVERDUE). */
const checkCycleHandler: JobHandler = {
  decide: async ({ leased: { job } }) => ({
    kind: "update",
    update: { kind: "check-cycle", attemptId: job.attemptId, cycle: job.cycle ?? 1 },
  }),
};

/** The handler of each kind of job. */
export const jobHandlers: Readonly<Record<JobKind, JobHandler>> = {
  "place-order": placeOrderHandler,
  "place-renewal": renewalHandler,
  "report-subscription-closed": subscriptionClosedHandler,
  "report-cycle-failed": cycleFailedHandler,
  "report-cycle-overdue": cycleOverdueHandler,
  "sync-refund": syncRefundHandler,
  "report-dispute": disputeHandler,
  "send-refund": sendRefundHandler,
  "check-refund": checkRefundHandler,
  "report-refund": reportRefundHandler,
  "check-result": checkResultHandler,
  "query-after-return": queryAfterReturnHandler,
  "query-after-repeat": queryAfterRepeatHandler,
  "query-unknown-charge": queryUnknownChargeHandler,
  "cancel-subscription": cancelSubscriptionHandler,
  "check-cycle": checkCycleHandler,
};
