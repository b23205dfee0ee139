/** Returns undefined if the function throws: an error of the platform or the shop must not end a payment. */
export async function ignoreErrors<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
