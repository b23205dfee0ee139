import { expect, test } from "vitest";
import { type Platform, within } from "../src/platform.ts";

function platformWith(sleep: Platform["sleep"]): Platform {
  return { now: () => new Date(0), randomBytes: (size) => new Uint8Array(size), fetch, sleep };
}
const never = new Promise<never>(() => {});

test("work that is done in time gives its result, and the sleeper is woken", async () => {
  let woken = false;
  const platform = platformWith((_, signal) => {
    signal.addEventListener("abort", () => {
      woken = true;
    });
    return never;
  });
  expect(await within(platform, 1000, Promise.resolve("done"))).toBe("done");
  expect(woken).toBe(true);
});

test("work that takes too long gives nothing, and is told the time that was allowed", async () => {
  const asked: number[] = [];
  const platform = platformWith(async (milliseconds) => void asked.push(milliseconds));
  expect(await within(platform, 5000, never)).toBeUndefined();
  expect(asked).toEqual([5000]);
});

test("work that fails fails, and the sleeper is woken", async () => {
  let woken = false;
  const platform = platformWith((_, signal) => {
    signal.addEventListener("abort", () => {
      woken = true;
    });
    return never;
  });
  await expect(within(platform, 1000, Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  expect(woken).toBe(true);
});
