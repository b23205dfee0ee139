/** Milliseconds around the moment of a response; below zero is before it. */
export interface JitterRange {
  readonly min: number;
  readonly max: number;
}

/** Whole milliseconds between min and max, both included: the same seed gives the same row of numbers. */
export function createSeededJitter(seed: number, range: JitterRange): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32: small, well spread, and nothing secret hangs on it
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return range.min + Math.floor(fraction * (range.max - range.min + 1));
  };
}
