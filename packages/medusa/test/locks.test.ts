import type { MedusaContainer } from "@medusajs/framework/types";
import { expect, onTestFinished, test, vi } from "vitest";
import { withLock, withLockIfFree } from "../src/locks.ts";
import { createInMemoryLocks } from "./in-memory-locks.mts";

const minutes = (count: number) => count * 60_000;

/** With Medusa's own locks in memory, and nothing else. */
function createLockingShop() {
  const locking = createInMemoryLocks();
  const parts: Record<string, unknown> = { locking, configModule: { modules: {} } };
  const container = { resolve: (name: string) => parts[name] } as unknown as MedusaContainer;
  const isTaken = async () => {
    try {
      await locking.acquire("key", { ownerId: "another" });
      await locking.release("key", { ownerId: "another" });
      return false;
    } catch {
      return true;
    }
  };
  return { container, isTaken };
}

test("a lock is held while its work runs, and released afterwards", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { container, isTaken } = createLockingShop();
  let end = () => {};
  const work = new Promise<string>((resolveWork) => (end = () => resolveWork("done")));
  const held = withLock(container, "key", () => work);
  for (const _minute of Array(10).keys()) {
    await vi.advanceTimersByTimeAsync(minutes(1));
    expect(await isTaken()).toBe(true);
  }
  end();
  expect(await held).toBe("done");
  await vi.advanceTimersByTimeAsync(minutes(5));
  expect(await isTaken()).toBe(false);
});

test.each([withLock, withLockIfFree])("a lock is released if its work fails: %o", async (lock) => {
  const { container, isTaken } = createLockingShop();
  await expect(lock(container, "key", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await isTaken()).toBe(false);
});

test("a lock that is held is not waited for, and can be acquired again once it is released", async () => {
  const { container, isTaken } = createLockingShop();
  let end = () => {};
  const work = new Promise<string>((resolveWork) => (end = () => resolveWork("done")));
  const first = withLockIfFree(container, "key", () => work);
  const second = vi.fn(async () => "again");
  expect(await withLockIfFree(container, "key", second)).toEqual({ isRun: false });
  expect(second).not.toHaveBeenCalled();
  end();
  expect(await first).toEqual({ isRun: true, result: "done" });
  expect(await isTaken()).toBe(false);
  expect(await withLockIfFree(container, "key", second)).toEqual({ isRun: true, result: "again" });
});
