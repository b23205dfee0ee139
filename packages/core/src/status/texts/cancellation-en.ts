import type { CancelResult } from "../../cancellation/cancel-result.ts";

/** The texts about cancelling a subscription. */
export const englishCancellationTexts = {
  cancel: "Cancel the subscription",
  explanation: "The shop asks the gateway to charge no further cycle. You can't undo this.",
  keep: "Do not cancel",
  notAsked: "The gateway was not asked.",
  outcomes: {
    cancelled: "The subscription is cancelled. The gateway charges no further cycle.",
    ended: "The plan is completed, so there is nothing to cancel.",
    refused: "The gateway refused the cancellation. Charges go on.",
    unclear: "The gateway gave no clear answer. The shop asks again automatically.",
  } satisfies Record<CancelResult["outcome"], string>,
  refusedText: "{outcome} The gateway's text: {text}",
} as const;
