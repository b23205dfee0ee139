import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WriteQueue } from "../src/write-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lasting = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, "done"));

test("the queue runs one write at a time, in the order of arrival", async () => {
  const queue = new WriteQueue(1000);
  const events: string[] = [];
  const step = (name: string) => async () => {
    events.push(`${name} begins`);
    await lasting(10)();
    events.push(`${name} ends`);
  };
  const all = Promise.all([queue.run(step("a")), queue.run(step("b")), queue.run(step("c"))]);
  await vi.runAllTimersAsync();
  await all;
  expect(events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("a write waits in a long queue that moves", async () => {
  const queue = new WriteQueue(1000);
  const all = Promise.all(Array.from({ length: 50 }, () => queue.run(lasting(900))));
  await vi.runAllTimersAsync();
  expect(new Set(await all)).toEqual(new Set(["done"]));
});

test("all writes behind a write that does not end fail, and later writes run again", async () => {
  const queue = new WriteQueue(1000);
  const slow = queue.run(lasting(5000));
  const work = vi.fn(lasting(1));
  const waiting = [queue.run(work), queue.run(work)].map((each) => each.catch((error: Error) => error));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all(waiting)).toMatchObject([
    { code: "store_unavailable" },
    { code: "store_unavailable" },
  ]);
  expect(work).not.toHaveBeenCalled();
  const idle = queue.idle();
  await vi.runAllTimersAsync();
  await Promise.all([slow, idle]);
  const later = queue.run(work);
  await vi.runAllTimersAsync();
  expect(await later).toBe("done");
});

test("the queue continues after a write that fails", async () => {
  const queue = new WriteQueue(1000);
  const failed = queue.run(() => Promise.reject(new Error("its own")));
  const next = queue.run(async () => "next");
  await expect(failed).rejects.toThrow("its own");
  expect(await next).toBe("next");
});
