/** Returns a function that makes a value on its first call. A schema takes time to make, and most shops start without using most of them. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
