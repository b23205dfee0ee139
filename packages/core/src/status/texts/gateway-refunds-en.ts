import type { GatewayRefundState } from "../../payment/gateway-refunds.ts";

/** The texts about refunds through the gateway. */
export const englishGatewayRefundTexts = {
  title: "Refunds through the gateway",
  refundId: "Refund ID",
  reason: "Reason",
  details: "Details",
  madeAtGateway: "Made at the gateway",
  otherCharge: "Of a payment without an order",
  states: {
    requested: "Not sent yet",
    submitted: "Being sent",
    accepted: "Accepted, money not back yet",
    unknown: "No clear answer",
    succeeded: "Refunded",
    failed: "Failed",
  } satisfies Record<GatewayRefundState, string>,
} as const;
