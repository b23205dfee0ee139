import type { GatewayRefundState } from "../../payment/gateway-refunds.ts";

/** The texts of the form that refunds through the gateway, and of refunds that failed later. */
export const englishGatewayRefundFormTexts = {
  /** What each state means for a refund that was just asked for. */
  results: {
    requested: "The refund is stored and not sent yet. The shop sends it.",
    submitted: "The refund is being sent. Reload the page.",
    accepted: "The gateway accepted the refund. It reports later whether the money went back.",
    unknown: "The gateway gave no clear answer. The shop asks it, and does not send the refund again.",
    succeeded: "The gateway made the refund.",
    failed: "The gateway refused the refund. No money has moved.",
  } satisfies Record<GatewayRefundState, string>,
  recorded:
    "The order in the shop shows a refund of {amount} {currency} as made. The gateway did not make it. Refund it again here, so that order and gateway agree.",
  notRecorded: "The order in the shop does not show this refund.",
  open: "Refund through the gateway",
  meaning:
    "The gateway gives the money back to the buyer. You can't undo this. The order shows the refund when the gateway has made it. The timeline shows your name.",
  amount: "Amount to refund",
  reason: "Reason for the gateway",
  reasonHint: "The gateway's staff read it. Do not enter personal data.",
  reasonExample: "Returned, damaged, paid twice",
  send: "Refund",
  notSent: "Nothing was refunded.",
} as const;
