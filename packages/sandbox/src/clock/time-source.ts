/** The source of the sandbox's time. Times are milliseconds since 1970, durations are milliseconds. */
export interface TimeSource {
  now(): number;
  /** Calls `run` once after `milliseconds`. The returned function cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The longest delay that a Node timer supports. */
export const maxTimerMilliseconds = 2 ** 31 - 1;

export const systemClock: TimeSource = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
