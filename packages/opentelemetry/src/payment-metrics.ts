import type { BatchObservableResult, Meter } from "@opentelemetry/api";
import type { PayIndexEvent } from "@pay-index/core";
import type { Telemetry } from "@pay-index/core/adapter";
import { attributeNames as names } from "./attribute-names.ts";

type ReadBacklogs = Parameters<Telemetry["observe"]>[0];
type Backlogs = Awaited<ReturnType<ReadBacklogs>>;
type NotificationReceived = Extract<PayIndexEvent, { readonly event: "notification-received" }>;

/** Milliseconds for which what waits is not read again, however often metrics are collected. */
const backlogsReadFor = 15_000;

/** Bounds of histograms, in seconds. */
const secondsBounds = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400];

function createInstruments(meter: Meter) {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { unit, description });
  const advice = { explicitBucketBoundaries: secondsBounds };
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { unit: "s", description, advice });
  return {
    attempts: counter("pay_index.attempts", "{attempt}", "Attempts that entered a state."),
    responses: counter("pay_index.responses", "{response}", "Responses of the gateway to sales."),
    notifications: counter("pay_index.notifications", "{notification}", "Verified notifications."),
    refusals: counter("pay_index.notification.refusals", "{notification}", "Refused notifications."),
    reviewItems: counter("pay_index.review_items", "{item}", "Review items that were opened."),
    failures: counter("pay_index.failures", "{failure}", "Steps that failed and run again or are lost."),
    delay: seconds(
      "pay_index.notification.delay",
      "Time from the start of an attempt to its first notification.",
    ),
    jobAge: seconds("pay_index.job.age", "Time from the creation of a job to its completion."),
  };
}

/** The metrics of a shop's payments. */
export class PaymentMetrics {
  readonly #meter: Meter;
  readonly #instruments: ReturnType<typeof createInstruments>;

  constructor(meter: Meter) {
    this.#meter = meter;
    this.#instruments = createInstruments(meter);
  }

  /** Counts what an event reports. */
  count(event: PayIndexEvent): void {
    const { attempts, responses, refusals, reviewItems, failures, jobAge } = this.#instruments;
    if ("error" in event)
      failures.add(1, { [names.event]: event.event, [names.errorType]: event.error.code });
    switch (event.event) {
      case "attempt-started":
        return void attempts.add(1, { [names.attemptState]: "created", [names.variant]: event.variant });
      case "attempt-state-changed":
        return void attempts.add(1, { [names.attemptState]: event.to, [names.variant]: event.variant });
      case "response-received":
        return void responses.add(1, { [names.responseOutcome]: event.outcome });
      case "notification-received":
        return void this.#countNotification(event);
      case "notification-refused":
        return void refusals.add(1, { [names.errorType]: event.code });
      case "refusals-suppressed":
        return void refusals.add(event.count, { [names.errorType]: event.code });
      case "job-completed":
        return void jobAge.record(event.secondsSinceCreated, { [names.jobKind]: event.kind });
      case "review-item-opened":
        return void reviewItems.add(1, { [names.reviewItemKind]: event.kind });
      default:
    }
  }

  #countNotification({ variant, isRepeated, secondsSinceStart }: NotificationReceived): void {
    const { notifications, delay } = this.#instruments;
    const ofVariant = { [names.variant]: variant };
    notifications.add(1, { ...ofVariant, [names.notificationRepeated]: isRepeated });
    if (secondsSinceStart !== undefined) delay.record(secondsSinceStart, ofVariant);
  }

  /** Reports what waits each time that metrics are collected. Without an answer of the store, there is no value. Returns how to stop. */
  observe(readBacklogs: ReadBacklogs): () => void {
    const gauge = (name: string, unit: string, description: string) =>
      this.#meter.createObservableGauge(name, { unit, description });
    const jobs = gauge("pay_index.job.backlog.size", "{job}", "Jobs that are due, at most 1000.");
    const jobsAge = gauge("pay_index.job.backlog.age", "s", "Time since the oldest of these jobs was due.");
    const items = gauge("pay_index.review_item.backlog.size", "{item}", "Open review items, at most 1000.");
    const itemsAge = gauge("pay_index.review_item.backlog.age", "s", "Age of the oldest open review item.");
    const read = rememberFor(backlogsReadFor, readBacklogs);
    const report = async (result: BatchObservableResult) => {
      const backlogs = await read();
      if (backlogs === undefined) return;
      result.observe(jobs, backlogs.overdueJobs.count);
      result.observe(jobsAge, ageOf(backlogs.overdueJobs));
      result.observe(items, backlogs.reviewItems.count);
      result.observe(itemsAge, ageOf(backlogs.reviewItems));
    };
    const instruments = [jobs, jobsAge, items, itemsAge];
    this.#meter.addBatchObservableCallback(report, instruments);
    return () => this.#meter.removeBatchObservableCallback(report, instruments);
  }
}

function ageOf({ oldestAt }: Backlogs["reviewItems"]): number {
  return oldestAt === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldestAt)) / 1000);
}

/** Returns a function that reads at most once in this time. Its result is undefined if the read fails. */
function rememberFor<Result>(milliseconds: number, read: () => Promise<Result>) {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: Promise<Result | undefined>;
  return () => {
    if (Date.now() - readAt >= milliseconds) {
      readAt = Date.now();
      last = read().catch(() => undefined);
    }
    return last;
  };
}
