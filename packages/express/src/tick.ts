/**
 * Calls `tick` at once and then every so many seconds, never twice at a time, without keeping the process alive. Gives the
 * function that stops it.
 */
export function startTick(tick: () => Promise<void>, seconds: number): () => void {
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
