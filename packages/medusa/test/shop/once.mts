/** Calls the function at the first call only. Tests that leave an order as they found it, or add to it, share it by this. */
export function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
