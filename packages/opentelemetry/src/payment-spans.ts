import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Link,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { PayIndexEvent } from "@pay-index/core";
import type { TracedAttempt, TracedStep } from "@pay-index/core/adapter";
import { attributeNames as names } from "./attribute-names.ts";

/** Milliseconds in which the steps of an attempt are one trace. Back ends drop the spans of old traces, and renewals come for years. */
const longestTrace = 24 * 3_600_000;

/** The span of the running step. Inside it, the host and its libraries have spans of their own. */
interface RunningStep {
  readonly span: Span;
  /** The attempt of the step. A step that starts one learns it from the event. */
  attemptId: string | undefined;
}

const runningStepKey = createContextKey("pay_index step");

/** Runs a step inside a span. The span has the code of an error, never its text. */
export async function traceStep<Result>(
  tracer: Tracer,
  step: TracedStep,
  work: () => Promise<Result>,
): Promise<Result> {
  const { parent, links } = placeInTrace(step, context.active());
  const span = tracer.startSpan(spanNameOf(step), { ...kindAndAttributesOf(step), links }, parent);
  const running: RunningStep = { span, attemptId: "attempt" in step ? step.attempt.attemptId : undefined };
  const inside = trace.setSpan(parent, span).setValue(runningStepKey, running);
  try {
    return await context.with(inside, work);
  } catch (error) {
    setFailed(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the `traceparent` of the current span. */
export function currentTraceparent(): string | undefined {
  const current = trace.getSpanContext(context.active());
  if (current === undefined || !isSpanContextValid(current)) return undefined;
  const flags = current.traceFlags & TraceFlags.SAMPLED ? "01" : "00";
  return `00-${current.traceId}-${current.spanId}-${flags}`;
}

/** Adds what an event reports to the span of the running step. Does nothing outside of a step. */
export function addEventToSpan(event: PayIndexEvent): void {
  const running = context.active().getValue(runningStepKey) as RunningStep | undefined;
  if (running === undefined || !("attemptId" in event)) return;
  if (event.event === "attempt-started") running.attemptId = event.attemptId;
  if (event.attemptId !== running.attemptId) return;
  const { span } = running;
  span.setAttributes(attributesOfEvent(event));
  if (event.event === "response-received" && (event.outcome === "rejected" || event.outcome === "unknown"))
    setFailed(span, event.outcome);
}

/**
 * Returns the parent of a step's span: the span that started the attempt, in whatever process that was. The request or the timer that runs
 * the step now has a trace of its own, and is linked.
 */
function placeInTrace(
  step: TracedStep,
  active: Context,
): { readonly parent: Context; readonly links: Link[] } {
  const here = trace.getSpanContext(active);
  const start = step.step === "start" ? undefined : readTraceparent(step.attempt.traceparent);
  if (step.step === "start" || start === undefined || start.traceId === here?.traceId)
    return { parent: active, links: [] };
  if (Date.now() - Date.parse(step.attempt.createdAt) > longestTrace)
    return { parent: active, links: [{ context: start }] };
  const links = here === undefined ? [] : [{ context: here }];
  return { parent: trace.setSpanContext(active, start), links };
}

function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = text?.split("-") ?? [];
  const read = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(read) ? read : undefined;
}

function spanNameOf(step: TracedStep): string {
  switch (step.step) {
    case "start":
      return "start payment";
    case "receive-notification":
      return "receive notification";
    case "run-job":
      return `run ${step.job.kind}`;
  }
}

function kindAndAttributesOf(step: TracedStep): { readonly kind: SpanKind; readonly attributes: Attributes } {
  switch (step.step) {
    case "start":
      return { kind: SpanKind.INTERNAL, attributes: {} };
    case "receive-notification":
      return { kind: SpanKind.CONSUMER, attributes: attributesOfAttempt(step.attempt) };
    case "run-job": {
      const { kind, cycle, tries } = step.job;
      const ofJob = { [names.jobKind]: kind, [names.jobTries]: tries };
      const ofCycle = cycle === undefined ? {} : { [names.cycle]: cycle };
      const attributes = { ...attributesOfAttempt(step.attempt), ...ofJob, ...ofCycle };
      return { kind: SpanKind.CONSUMER, attributes };
    }
  }
}

type AttemptIdentity = Pick<TracedAttempt, "attemptId" | "tenant" | "variant">;

/** The reference is the shop's own text, in which a shop may have an e-mail address, so that it is in no span. */
function attributesOfAttempt({ attemptId, tenant, variant }: AttemptIdentity): Attributes {
  return { [names.attemptId]: attemptId, [names.tenant]: tenant, [names.variant]: variant };
}

/** Other events add nothing. */
function attributesOfEvent(event: PayIndexEvent): Attributes {
  switch (event.event) {
    case "attempt-started":
      return attributesOfAttempt(event);
    case "response-received": {
      const status = event.httpStatus === undefined ? {} : { [names.httpStatus]: event.httpStatus };
      return { [names.responseOutcome]: event.outcome, ...status };
    }
    case "notification-received":
      return { [names.notificationRepeated]: event.isRepeated };
    case "attempt-state-changed":
      return { [names.attemptState]: event.to };
    case "review-item-opened":
      return { [names.reviewItemKind]: event.kind };
    default:
      return {};
  }
}

function setFailed(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute(names.errorType, errorType);
}

/** Returns the code of an error. Its text can contain data of a buyer. */
function errorTypeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "_OTHER";
}
