/** Reports of one kind that a window lets through. */
const eventsPerWindow = 10;
/** Milliseconds. */
const windowLength = 60_000;

interface LimitWindow {
  since: number;
  reported: number;
  suppressed: number;
}

/** Lets ten reports of each kind through in a minute, and counts the others: any stranger can cause one with every request. */
export class EventLimiter {
  readonly #now: () => number;
  readonly #windows = new Map<string, LimitWindow>();

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns how many reports of this kind were suppressed since the last one that passed. Undefined: this one is suppressed too.
   *
   * @param kind one of a few: each is kept
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
