import type { EventHandler } from "../events/pay-index-event.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { Job } from "../payment/job.ts";
import type { Backlogs } from "./staff-store.ts";

/** The attempt that a step is about. */
export type TracedAttempt = Pick<Attempt, "attemptId" | "tenant" | "variant" | "createdAt" | "traceparent">;

/** A step in the life of a payment that takes time. */
export type TracedStep =
  | { readonly step: "start" }
  | { readonly step: "receive-notification"; readonly attempt: TracedAttempt }
  | {
      readonly step: "run-job";
      readonly attempt: TracedAttempt;
      readonly job: Pick<Job, "kind" | "cycle" | "tries">;
    };

/** Traces and metrics of a shop. */
export interface Telemetry {
  /** Receives each event, beside the shop's own handler or its log. Core ignores errors that it throws. */
  readonly onEvent: EventHandler;
  /**
   * Runs a step, and returns its result. The events of the step are emitted while `work` runs. If it throws, core runs `work` without it;
   * `work` never runs twice.
   */
  trace<Result>(step: TracedStep, work: () => Promise<Result>): Promise<Result>;
  /**
   * Returns the current trace as a `traceparent` of W3C Trace Context, or undefined if there is none. Core stores it with a new attempt, so
   * that later steps in other processes belong to the same trace. Never throws.
   */
  traceparent(): string | undefined;
  /** Starts to report what waits, such as jobs that are due. `readBacklogs` is one query. Returns a function that stops it. */
  observe(readBacklogs: () => Promise<Backlogs>): () => void;
}

/** Runs a step of a payment, with telemetry if the shop has one. A failure of the telemetry is not a failure of the payment. */
export async function traceStep<Result>(
  telemetry: Telemetry | undefined,
  step: TracedStep,
  work: () => Promise<Result>,
): Promise<Result> {
  if (telemetry === undefined) return work();
  let running: Promise<Result> | undefined;
  const runOnce = () => {
    running ??= work();
    return running;
  };
  try {
    return await telemetry.trace(step, runOnce);
  } catch {
    return await runOnce();
  }
}
