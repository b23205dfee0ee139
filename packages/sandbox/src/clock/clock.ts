/** Where the sandbox takes its time from. Times are milliseconds since 1970, waits are milliseconds. */
export interface Clock {
  now(): number;
  /** Runs once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
