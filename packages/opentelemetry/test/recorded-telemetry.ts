import { inspect } from "node:util";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { type DataPoint, MeterProvider, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Telemetry } from "@pay-index/core/adapter";
import { openTelemetry } from "../src/index.ts";

/** The OpenTelemetry SDK of one process. What it would send stays in memory. */
export class RecordedTelemetry {
  readonly #spans = new InMemorySpanExporter();
  readonly #reader = new PrometheusExporter({ preventServerStart: true });
  readonly #meters = new MeterProvider({ readers: [this.#reader] });
  readonly #traces = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: this.#spans })],
  });
  readonly tracer = this.#traces.getTracer("the shop");
  readonly telemetry: Telemetry = openTelemetry({
    tracerProvider: this.#traces,
    meterProvider: this.#meters,
  });

  get spans() {
    return this.#spans.getFinishedSpans();
  }

  span(name: string) {
    return this.spans.findLast((span) => span.name === name);
  }

  /** The spans of an attempt, in the order in which they ended: the name of each, and its trace. */
  stepsOf(attemptId: string): readonly { readonly name: string; readonly traceId: string }[] {
    return this.spans
      .filter(({ attributes }) => attributes["pay_index.attempt.id"] === attemptId)
      .map((span) => ({ name: span.name, traceId: span.spanContext().traceId }));
  }

  /** All that would leave the process, to search in it. */
  async exported(): Promise<string> {
    const spans = this.spans.map(({ name, attributes, status, events, links }) => {
      return { name, attributes, status, events, links };
    });
    const everything = [spans, await this.collect()];
    return inspect(everything, { depth: 12, maxArrayLength: null, maxStringLength: null });
  }

  async collect(): Promise<ResourceMetrics> {
    return (await this.#reader.collect()).resourceMetrics;
  }

  /** The data points of a metric, or of all metrics, with their attributes. */
  async points(): Promise<Record<string, [unknown, unknown][]>> {
    const metrics = (await this.collect()).scopeMetrics.flatMap((scope) => scope.metrics);
    return Object.fromEntries(
      metrics.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        (dataPoints as readonly DataPoint<unknown>[]).map(({ attributes, value }) => [value, attributes]),
      ]),
    );
  }
}

/** Remembers the current span across promises, as every SDK for Node does. Returns how to stop. */
export function trackCurrentSpan(): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return () => context.disable();
}

/** The trace of the span that is current where this is called. */
export const currentTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;
