import { expect, test } from "vitest";
import { type Telemetry, traceStep } from "../../src/ports/telemetry.ts";

const broken = new Error("no collector");

const failures: Record<string, Telemetry["trace"]> = {
  "before the step": () => Promise.reject(broken),
  "after the step": async (_step, work) => {
    await work();
    throw broken;
  },
};

const telemetryWith = (trace: Telemetry["trace"]): Telemetry => ({
  ...{ trace, onEvent: () => undefined, traceparent: () => undefined },
  observe: () => () => undefined,
});

test.each(Object.keys(failures))(
  "telemetry that fails %s changes no result, and the step runs once",
  async (when) => {
    const telemetry = telemetryWith(failures[when] as Telemetry["trace"]);
    let runs = 0;
    const run = <Result>(work: () => Promise<Result>) =>
      traceStep(telemetry, { step: "start" }, () => {
        runs++;
        return work();
      });
    expect(await run(async () => "paid")).toBe("paid");
    const ownError = new Error("out of stock");
    await expect(run(() => Promise.reject(ownError))).rejects.toBe(ownError);
    expect(runs).toBe(2);
  },
);
