/** A promise that the shop under test broke. The message says which one. */
export class BrokenPromise extends Error {
  override readonly name = "Violation";
}

export function checkPromise(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(promise);
}
