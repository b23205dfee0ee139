import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import type { JobProblem } from "../payment/job.ts";
import { recordedRefundsOf, refundSuccessesOf } from "../payment/recorded-refunds.ts";
import type { RefundReportedFact } from "../payment/refund-fact.ts";
import { type ChargeFacts, isRefundedTooMuch } from "../payment/refundable-charge.ts";
import { amountWithCurrency, isSameAmount } from "../protocol/money/money.ts";

/** Returns what staff have to check about a refund that was made: the gateway, the shop and operators may disagree about it. */
export function refundDiscrepanciesOf(subject: ChargeFacts, refund: GatewayRefund): readonly JobProblem[] {
  const report = refundSuccessesOf(subject.facts).find(({ refundId }) => refundId === refund.refundId);
  if (report === undefined) return [];
  const differing = refund.requestId === undefined ? differingRecord(subject, report) : asked(refund, report);
  const isTooMuch = refund.requestId !== undefined && isRefundedTooMuch(subject, refund);
  return [
    ...(differing === undefined ? [] : [refundDiffers(report, differing)]),
    ...(isTooMuch ? [refundedTooMuch(report)] : []),
  ];
}

function asked({ amount, transactionId }: GatewayRefund, report: RefundReportedFact): string | undefined {
  if (isSameAmount(amount, report.amount) && transactionId === report.transactionId) return undefined;
  return `The shop asked for ${amountWithCurrency(amount)} of transaction ${transactionId}.`;
}

function differingRecord({ facts }: ChargeFacts, report: RefundReportedFact): string | undefined {
  const recorded = recordedRefundsOf(facts).find(({ reference }) => reference === report.refundId);
  if (recorded === undefined || isSameAmount(recorded.amount, report.amount)) return undefined;
  return `It is recorded as ${amountWithCurrency(recorded.amount)}.`;
}

function refundDiffers(report: RefundReportedFact, difference: string): JobProblem {
  const { refundId, amount, transactionId } = report;
  const reported = `The gateway reports refund ${refundId} of ${amountWithCurrency(amount)} for transaction ${transactionId}.`;
  const advice = "Look up the refund at the gateway, correct the shop's own records, then dismiss this item.";
  return { code: "refund_differs", message: `${reported} ${difference} ${advice}` };
}

function refundedTooMuch({ refundId, amount }: RefundReportedFact): JobProblem {
  const reported = `The gateway made refund ${refundId} of ${amountWithCurrency(amount)}, and more went back than was paid.`;
  const advice = "Look up the refunds at the gateway, clear this with the buyer, then dismiss this item.";
  return { code: "refunded_too_much", message: `${reported} ${advice}` };
}

/** The problem of a refund of the gateway that nobody asked for here and that fits no order. */
export function unexpectedRefundProblem({ refundId, amount, transactionId }: RefundReportedFact): JobProblem {
  const message = `The gateway reports refund ${refundId} of ${amountWithCurrency(amount)} for transaction ${transactionId}. It fits no placed order, or is more than is left of it.`;
  return { code: "refund_reported", message };
}

/** The problem of a refund that the gateway took and did not make. */
export function refundFailedLaterProblem({ amount, refundId }: GatewayRefund): JobProblem {
  const message = `The gateway accepted refund ${refundId} of ${amountWithCurrency(amount)}, and reported later that it failed.`;
  return { code: "refund_failed", message };
}

/** The problem of a refund whose report turned out to be about another refund. */
export function refundReportMovedProblem({ amount }: GatewayRefund): JobProblem {
  const message = `The gateway's report about this refund of ${amountWithCurrency(amount)} belongs to another refund of the same amount. Nobody knows whether this one was made.`;
  return { code: "refund_report_moved", message };
}

/** The dedupe key of the job that reports how a refund ended. A refund that failed can be reported as successful later. */
export function refundReportKey(refund: GatewayRefund): string {
  return `${refund.state} ${refundKey(refund)}`;
}

/** Identifies a refund among those of one charge. A refund that the shop did not request has only the gateway's id. */
export function refundKey({ requestId, refundId = "" }: GatewayRefund): string {
  return requestId ?? refundId;
}
