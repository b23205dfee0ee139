/** A promise that the shop under test broke. The message says which one. */
export class BrokenGuarantee extends Error {
  override readonly name = "Violation";
}

export function checkGuarantee(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new BrokenGuarantee(promise);
}
