import type { PayIndexEvent } from "@pay-index/core";

/** The steps after which a process may die: right after a commit, before anything else happens. */
export const killSteps = {
  started: "the payment is committed, and nothing was sent to the gateway",
  answered: "the gateway's answer is committed, and the buyer got no reply",
  received: "the evidence of a notification is committed (T1)",
  decided: "the state of the payment, or of a cycle, is decided and committed with its jobs (T2)",
  confirmed: "the gateway confirmed a cancellation, and nothing of it is committed",
  applied: "the job is completed and committed (T3), and the notification has no reply yet",
  "refund-requested": "a refund is committed, and nothing was sent to the gateway",
  "refund-submitted": "a refund is committed as sent, and the call was not made",
  "refund-answered": "the gateway's answer to a refund is committed, and not reported to anybody",
} as const;

export type KillStep = keyof typeof killSteps;

/** Returns whether the event marks this step. Core reports each commit to `onEvent` immediately, so the process dies there. */
export function isEventOfKillStep(step: KillStep, event: PayIndexEvent): boolean {
  switch (step) {
    case "started":
      return event.event === "attempt-started";
    case "answered":
      return event.event === "attempt-state-changed" && event.from === "created";
    case "received":
      return event.event === "notification-received" && !event.isRepeated;
    case "decided":
      return (
        (event.event === "attempt-state-changed" || event.event === "cycle-state-changed") &&
        event.to === "paid"
      );
    case "refund-requested":
      return event.event === "refund-state-changed" && event.to === "requested";
    case "refund-submitted":
      return event.event === "refund-state-changed" && event.to === "submitted";
    case "refund-answered":
      return event.event === "refund-state-changed" && event.to === "accepted";
    case "confirmed":
      return event.event === "cancellation-answered" && event.outcome === "cancelled";
    case "applied":
      return event.event === "job-completed";
  }
}
