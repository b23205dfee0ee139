/** The number of reports of one kind that pass in a window. */
const eventsPerWindow = 10;
/** Milliseconds. */
const windowLength = 60_000;

interface LimitWindow {
  since: number;
  reported: number;
  suppressed: number;
}

/** Passes ten reports of each kind a minute and counts the others, because anybody can cause a report with a request. */
export class EventLimiter {
  readonly #now: () => number;
  readonly #windows = new Map<string, LimitWindow>();

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the number of reports of this kind that were suppressed since the last one that passed. Undefined if this
   * one is suppressed.
   *
   * @param kind one of a few values, because each is stored
   */
  pass(kind: string): number | undefined {
    const window = this.#windowOf(kind);
    if (window.reported === eventsPerWindow) {
      window.suppressed++;
      return undefined;
    }
    const { suppressed } = window;
    window.reported++;
    window.suppressed = 0;
    return suppressed;
  }

  #windowOf(kind: string): LimitWindow {
    const now = this.#now();
    const window = this.#windows.get(kind) ?? { since: now, reported: 0, suppressed: 0 };
    this.#windows.set(kind, window);
    if (now - window.since >= windowLength) Object.assign(window, { since: now, reported: 0 });
    return window;
  }
}
