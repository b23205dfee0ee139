import { type MeterProvider, metrics, type TracerProvider, trace } from "@opentelemetry/api";
import type { Telemetry } from "@pay-index/core/adapter";
import { PaymentMetrics } from "./payment-metrics.ts";
import { addEventToSpan, currentTraceparent, traceStep } from "./payment-spans.ts";

/** Where traces and metrics go. Default: to the providers that the shop registered. */
export interface OpenTelemetryOptions {
  readonly tracerProvider?: TracerProvider;
  readonly meterProvider?: MeterProvider;
}

const scope = "@pay-index/opentelemetry";

/**
 * Returns the option `telemetry` of a shop: one trace from the buyer's click to the placed order, and metrics. Without an OpenTelemetry SDK
 * in the process, it does nothing.
 */
export function openTelemetry({ tracerProvider, meterProvider }: OpenTelemetryOptions = {}): Telemetry {
  const tracer = (tracerProvider ?? trace).getTracer(scope);
  // A meter of the API stays silent if it was asked for before the SDK started. A shop asks when its payments start.
  let created: PaymentMetrics | undefined;
  const instruments = () => {
    created ??= new PaymentMetrics((meterProvider ?? metrics).getMeter(scope));
    return created;
  };
  return {
    onEvent(event) {
      addEventToSpan(event);
      instruments().count(event);
    },
    trace: (step, work) => traceStep(tracer, step, work),
    traceparent: currentTraceparent,
    observe: (readBacklogs) => instruments().observe(readBacklogs),
  };
}
