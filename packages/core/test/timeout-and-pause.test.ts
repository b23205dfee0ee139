import { expect, test } from "vitest";
import { isConnectionFailure, type Platform, pause, waitAtMost } from "../src/platform.ts";

/** A clock that strikes when it is told to, and notes what was asked of it. */
class Alarm {
  readonly asked: number[] = [];
  canceled = 0;
  strike: () => void = () => undefined;
  readonly platform: Platform = {
    now: () => new Date(0),
    randomBytes: (size) => new Uint8Array(size),
    fetch,
    after: (milliseconds, run) => {
      this.asked.push(milliseconds);
      this.strike = run;
      return () => this.canceled++;
    },
  };
}

const never = new Promise<never>(() => {});

test("waitAtMost returns the result of work that ends in time, and cancels the timer", async () => {
  const alarm = new Alarm();
  expect(await waitAtMost(alarm.platform, 1000, Promise.resolve("done"))).toBe("done");
  expect(alarm.canceled).toBe(1);
});

test("waitAtMost returns undefined after the allowed time", async () => {
  const alarm = new Alarm();
  const waiting = waitAtMost(alarm.platform, 5000, never);
  alarm.strike();
  expect(await waiting).toBeUndefined();
  expect(alarm.asked).toEqual([5000]);
});

test("waitAtMost throws the error of the work, and cancels the timer", async () => {
  const alarm = new Alarm();
  await expect(waitAtMost(alarm.platform, 1000, Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  expect(alarm.canceled).toBe(1);
});

test("a pause ends after its time", async () => {
  const alarm = new Alarm();
  const pausing = pause(alarm.platform, 2000, new AbortController().signal);
  alarm.strike();
  await pausing;
  expect(alarm.asked).toEqual([2000]);
});

test("a pause ends when it is aborted, without a timer that is left", async () => {
  const alarm = new Alarm();
  const stop = new AbortController();
  const pausing = pause(alarm.platform, 2000, stop.signal);
  stop.abort();
  await pausing;
  await pause(alarm.platform, 2000, AbortSignal.abort());
  expect([alarm.canceled, alarm.asked]).toEqual([1, [2000]]);
});

const refused = { code: "ECONNREFUSED", syscall: "connect" };
const reset = { code: "ECONNRESET", syscall: "read" };
const failed = (cause: unknown) => Object.assign(new TypeError("fetch failed"), { cause });

test.each<[string, unknown, boolean]>([
  ["refused", refused, true],
  ["refused by both addresses of the host", { code: "ECONNREFUSED", errors: [refused, refused] }, true],
  ["a name that is not found", { code: "ENOTFOUND", syscall: "getaddrinfo" }, true],
  ["no answer to the connection", { code: "UND_ERR_CONNECT_TIMEOUT" }, true],
  ["a certificate that is not trusted", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, true],
  ["closed after the request", reset, false],
  ["closed after one of two connections", { errors: [refused, reset] }, false],
  ["no answer to the request", { code: "UND_ERR_HEADERS_TIMEOUT" }, false],
  ["no cause", undefined, false],
])("%s", (_, cause, isCertain) => {
  expect(isConnectionFailure(failed(cause))).toBe(isCertain);
});

test("isConnectionFailure returns false for anything that is not an error of fetch", () => {
  for (const other of [undefined, null, "refused", new Error("x")])
    expect(isConnectionFailure(other)).toBe(false);
});
