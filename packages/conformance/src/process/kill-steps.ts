import type { PayIndexEvent } from "@pay-index/core";

type EventTest = (event: PayIndexEvent) => boolean;

const isRefundNow =
  (state: string): EventTest =>
  (event) =>
    event.event === "refund-state-changed" && event.to === state;

/**
 * The steps after which a process may die: right after a commit, before anything else happens. Core reports each commit to `onEvent`
 * immediately, so the process dies at the event for which the step is true.
 */
const killSteps = {
  /** The payment is committed, and nothing was sent to the gateway. */
  started: ({ event }) => event === "attempt-started",
  /** The gateway's answer is committed, and the buyer got no reply. */
  answered: (event) => event.event === "attempt-state-changed" && event.from === "created",
  /** The evidence of a notification is committed (T1). */
  received: (event) => event.event === "notification-received" && !event.isRepeated,
  /** The state of the payment, or of a cycle, is decided and committed with its jobs (T2). */
  decided: (event) =>
    (event.event === "attempt-state-changed" || event.event === "cycle-state-changed") && event.to === "paid",
  /** The gateway confirmed a cancellation, and nothing of it is committed. */
  confirmed: (event) => event.event === "cancellation-answered" && event.outcome === "cancelled",
  /** The job is completed and committed (T3), and the notification has no reply yet. */
  applied: ({ event }) => event === "job-completed",
  /** A refund is committed, and nothing was sent to the gateway. */
  "refund-requested": isRefundNow("requested"),
  /** A refund is committed as sent, and the call was not made. */
  "refund-submitted": isRefundNow("submitted"),
  /** The gateway's answer to a refund is committed, and not reported to anybody. */
  "refund-answered": isRefundNow("accepted"),
} as const satisfies Record<string, EventTest>;

export type KillStep = keyof typeof killSteps;

/** Returns whether the event marks this step. */
export function isEventOfKillStep(step: KillStep, event: PayIndexEvent): boolean {
  return killSteps[step](event);
}
