import { readFileSync } from "node:fs";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import type { PayIndexEvent } from "@pay-index/core";
import { expect, test, vi } from "vitest";
import { RecordedTelemetry } from "./recorded-telemetry.ts";

const dashboard = JSON.parse(
  readFileSync(new URL("../src/grafana-dashboard.json", import.meta.url), "utf8"),
) as { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const attempt = { tenant: "default", reference: "order-1", attemptId: "20261128000000000001" };
const error = { code: "error", message: "database is locked" } as const;
const events: readonly PayIndexEvent[] = [
  { event: "attempt-started", ...attempt, variant: "hosted", attemptNumber: 1 },
  { event: "response-received", ...attempt, outcome: "redirect" },
  {
    ...{ event: "notification-received", ...attempt, variant: "hosted", isRepeated: false },
    ...{ rule: "received", key: "current", secondsSinceStart: 12 },
  },
  { event: "refusals-suppressed", code: "mismatch", count: 3, since: "2026-11-28T00:00:00.000Z" },
  {
    ...{ event: "job-completed", ...attempt, jobId: "1", kind: "place-order", secondsSinceCreated: 0.2 },
  },
  {
    ...{ event: "review-item-opened", ...attempt, reviewItemId: "1", kind: "paid-twice" },
    ...{ code: "paid_twice", message: "Two transactions paid." },
  },
  { event: "tick-failed", error },
];

/** Every metric as Prometheus names it, with the names of its labels. */
async function readSeries(recorded: RecordedTelemetry): Promise<ReadonlyMap<string, string>> {
  const lines = new PrometheusSerializer("", false, undefined, true, true)
    .serialize(await recorded.collect())
    .split("\n")
    .filter((line) => line.startsWith("pay_index_"));
  return new Map(lines.map((line) => [/^\w+/.exec(line)?.[0] ?? "", line]));
}

test("the dashboard queries every metric that is emitted, by its labels, and no other", async () => {
  const recorded = new RecordedTelemetry();
  const empty = { count: 0, hasMore: false, oldestAt: undefined };
  recorded.telemetry.observe(async () => ({
    ...{ overdueJobs: empty, reviewItems: empty, lastNotificationAt: undefined },
  }));
  for (const event of events) recorded.telemetry.onEvent(event);
  const series = await readSeries(recorded);
  const queried = queries.map((expr) => {
    // Collectors append the unit to a name. The exporter of the SDK does not.
    const plain = expr.replace(/by \([^)]+\)/, "");
    const pattern = /__name__=~"([^"]+)"/.exec(expr)?.[1] ?? /pay_index_\w+/.exec(plain)?.[0] ?? "";
    const name = [...series.keys()].find((each) => new RegExp(`^(?:${pattern})$`).test(each)) ?? pattern;
    const labels = [/by \(([^)]+)\)/.exec(expr)?.[1]?.split(", ") ?? [], /(\w+)="/.exec(expr)?.[1] ?? []];
    return { name, missing: labels.flat().filter((label) => !series.get(name)?.includes(`${label}="`)) };
  });
  expect(queried.filter(({ missing }) => missing.length > 0)).toEqual([]);
  const names = [...series.keys()].filter((name) => !/_(?:sum|count)$/.test(name));
  expect([...new Set(queried.map(({ name }) => name))].sort()).toEqual(names.sort());
});

test("what waits is read at most every 15 seconds, and a store that is down leaves the values out", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const recorded = new RecordedTelemetry();
    const read = vi.fn(() => Promise.reject(new Error("no connection")));
    const stop = recorded.telemetry.observe(read);
    for (const seconds of [0, 14, 1]) {
      vi.setSystemTime(Date.now() + seconds * 1000);
      expect((await recorded.points())["pay_index.job.backlog.size"]).toBe(undefined);
    }
    expect(read).toHaveBeenCalledTimes(2);
    stop();
    vi.setSystemTime(Date.now() + 60_000);
    await recorded.collect();
    expect(read).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
