import { onTestFinished, vi } from "vitest";
import type { TestShop } from "./test-shop.mts";

/** Somebody else has this lock. Returns what gives it back. */
export async function keepLock({ resolve }: TestShop, key: string): Promise<() => Promise<void>> {
  const owner = { ownerId: "somebody" };
  await resolve("locking").acquire(key, owner);
  return () => resolve("locking").release(key, owner);
}

/** Resolves when somebody waits for this lock. */
export function waitForLock({ resolve }: TestShop, key: string): Promise<void> {
  const locking = resolve("locking");
  const acquire = locking.acquire.bind(locking);
  return new Promise((isAwaited) => {
    const spy = vi.spyOn(locking, "acquire").mockImplementation((keys, ...more) => {
      if (keys === key) isAwaited();
      return acquire(keys, ...more);
    });
    onTestFinished(() => void spy.mockRestore());
  });
}
