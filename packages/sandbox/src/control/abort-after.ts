/** The longest wait a timer of Node can hold. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** A signal that is aborted after so many milliseconds, which need not be whole; never, when a timer cannot hold them. */
export function abortAfter(milliseconds: number): AbortSignal {
  if (!(milliseconds <= maxTimerMilliseconds)) return new AbortController().signal;
  return AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
}
