import { context } from "@opentelemetry/api";
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
