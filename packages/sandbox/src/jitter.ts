/** Milliseconds relative to a response. Negative values are before it. */
export interface JitterRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns a function for random whole milliseconds between min and max, both included. The same seed returns the same
 * numbers.
 */
export function createSeededJitter(seed: number, range: JitterRange): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32: small and well distributed. Nothing secret depends on it.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return range.min + Math.floor(fraction * (range.max - range.min + 1));
  };
}
