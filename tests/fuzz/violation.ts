/** A promise that the shop under test broke. The message says which one. */
export class Violation extends Error {
  override readonly name = "Violation";
}

export function check(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new Violation(promise);
}
