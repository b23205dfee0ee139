/** The source of the sandbox's time. Times are milliseconds since 1970, durations are milliseconds. */
export interface TimeSource {
  now(): number;
  /** Calls `run` once after `milliseconds`. The returned function cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: TimeSource = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
