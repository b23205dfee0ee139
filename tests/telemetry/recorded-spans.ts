import { inspect } from "node:util";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { openTelemetry } from "@pay-index/opentelemetry";

/** The spans of a shop, in memory. */
export class RecordedSpans {
  readonly #exporter = new InMemorySpanExporter();
  readonly telemetry = openTelemetry({
    tracerProvider: new TracerProvider({
      spanProcessors: [new SimpleSpanProcessor({ exporter: this.#exporter })],
    }),
  });

  /** The spans of an attempt, in the order in which they ended: the name of each, and its trace. */
  stepsOf(attemptId: string): readonly { readonly name: string; readonly traceId: string }[] {
    return this.#exporter
      .getFinishedSpans()
      .filter(({ attributes }) => attributes["pay_index.attempt.id"] === attemptId)
      .map((span) => ({ name: span.name, traceId: span.spanContext().traceId }));
  }

  /** What would leave the process, to search in it. */
  exported(): string {
    const spans = this.#exporter
      .getFinishedSpans()
      .map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links }));
    return inspect(spans, { depth: 12, maxArrayLength: null, maxStringLength: null });
  }
}

/** Remembers the current span across promises, as every SDK for Node does. Returns how to stop. */
export function trackCurrentSpan(): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return () => context.disable();
}

/** The trace of the span that is current where this is called. */
export const currentTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;
