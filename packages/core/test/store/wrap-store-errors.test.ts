import { expect, test } from "vitest";
import { PayIndexError } from "../../src/errors.ts";
import type { PaymentStore } from "../../src/ports/store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { wrapStoreErrors } from "../../src/store/wrap-store-errors.ts";

const failure = Object.assign(new Error("disk full"), { code: "40001" });
const fails = () => Promise.reject(failure);

/** A store in which every method rejects. */
function failingStore(): PaymentStore<"tx"> {
  return new Proxy({} as PaymentStore<"tx">, { get: () => fails });
}

/** The methods that a real store has. */
const methods = [MemoryStore.prototype, Object.getPrototypeOf(MemoryStore.prototype)]
  .flatMap((each) => Object.getOwnPropertyNames(each))
  .filter((name): name is keyof PaymentStore => name !== "constructor");

test.each(methods)("%s reports every error of the store as store_unavailable", async (method) => {
  const call = wrapStoreErrors(failingStore())[method] as () => Promise<unknown>;
  await expect(call()).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringMatching(/^The store could not .+: disk full$/),
    cause: failure,
  });
});

test("a store that throws before it returns a promise is reported as well", async () => {
  const store = {
    findAttempt: () => {
      throw failure;
    },
  } as unknown as PaymentStore;
  await expect(wrapStoreErrors(store).findAttempt("a")).rejects.toMatchObject({ code: "store_unavailable" });
});

test("completing a job in the host's transaction throws the database's own error, so that the host can repeat it", async () => {
  const outcome = { kind: "done", at: "2026-01-01T00:00:00.000Z" } as const;
  await expect(wrapStoreErrors(failingStore()).completeJob("job", outcome, "tx")).rejects.toBe(failure);
});

test("an error with a code of this project passes unchanged", async () => {
  const known = new PayIndexError("store_unavailable", "The database is closed.");
  const store = { findAttempt: () => Promise.reject(known) } as unknown as PaymentStore;
  await expect(wrapStoreErrors(store).findAttempt("a")).rejects.toBe(known);
});
