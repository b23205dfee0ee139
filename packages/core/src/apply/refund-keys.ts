import type { GatewayRefund } from "../payment/gateway-refunds.ts";

/** The dedupe key of the job that reports how a refund ended. A refund that failed can be reported as successful later. */
export function refundReportKey(refund: GatewayRefund): string {
  return `${refund.state} ${refundKey(refund)}`;
}

/** Identifies a refund among those of one charge. A refund that the shop did not request has only the gateway's id. */
export function refundKey({ requestId, refundId = "" }: GatewayRefund): string {
  return requestId ?? refundId;
}
