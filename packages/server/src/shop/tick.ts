/** Calls the sweep regularly, instead of the timer of each process. Returns a function that stops it. */
export type SweepScheduler = (sweep: () => Promise<void>) => Promise<() => Promise<void>>;

/** Seconds. */
export const defaultTickSeconds = 10;

/**
 * Calls `tick` at once and then at this interval in seconds, never concurrently, and without keeping the process alive.
 * Returns the function that stops it.
 */
export function startTick(tick: () => Promise<void>, seconds = defaultTickSeconds): () => void {
  if (seconds === 0) return () => undefined;
  let busy = false;
  const turn = async () => {
    if (busy) return;
    busy = true;
    try {
      await tick();
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void turn(), seconds * 1000);
  timer.unref();
  void turn();
  return () => clearInterval(timer);
}
