/** Undefined where a platform or a shop throws: a payment must not end in an error of theirs. */
export async function ignoreErrors<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
