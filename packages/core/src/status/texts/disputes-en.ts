import type { DisputeItemCode } from "../../payment/dispute-fact.ts";

/** The texts of the review item `dispute`, by the code of its problem: staff do something else about each type of dispute. */
export const englishDisputeTexts = {
  chargeback: {
    title: "Chargeback",
    means: "The buyer's bank takes the money back. The payment did not change.",
    advice:
      "Do not ship. Answer the chargeback at the gateway. If the money is lost, record it as a refund. If you win, dismiss this item.",
  },
  ethoca_alert: {
    title: "Ethoca alert",
    means: "The buyer complained to the bank. A chargeback can follow. The payment did not change.",
    advice:
      "Do not ship. Refund the payment to prevent the chargeback. If you refund it in the gateway's back office, record the refund. Otherwise dismiss this item.",
  },
  rdr_alert: {
    title: "RDR alert",
    means:
      "The buyer complained to the bank, and the rules of your account at the gateway can refund the payment automatically. The payment did not change.",
    advice:
      "Do not ship. Look up the transaction at the gateway. If it was refunded, record the refund. Otherwise dismiss this item.",
  },
  refund_report_unclear: {
    title: "Unclear report of a refund",
    means: "The gateway reported a refund that the shop could not record automatically.",
    advice:
      "Look up the refund at the gateway. If the money went back, record the refund. Otherwise dismiss this item.",
  },
  unrecognized_dispute: {
    title: "Unknown report",
    means:
      "The gateway reported something of a type that the shop does not know. The payment did not change.",
    advice:
      "Ask the gateway what it means. If money went back, record the refund. Otherwise dismiss this item.",
  },
} as const satisfies Record<
  DisputeItemCode,
  { readonly title: string; readonly means: string; readonly advice: string }
>;
