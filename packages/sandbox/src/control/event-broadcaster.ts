import type { SandboxEvent } from "./control-api-types.ts";

type EventInput<E> = E extends unknown ? Omit<E, "number" | "at"> : never;
type EventListener = (event: SandboxEvent) => void;

/** The number of events that wait for one listener. A listener that falls further behind is dropped. */
const maxWaitingEvents = 1000;

/** Sends every event to all listeners, and stores none. */
export class EventBroadcaster {
  readonly #now: () => number;
  readonly #listeners = new Set<EventListener>();
  readonly #closing = new AbortController();
  #number = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  tell(event: EventInput<SandboxEvent>): void {
    this.#number += 1;
    if (this.#listeners.size === 0) return;
    const numbered = { number: this.#number, at: new Date(this.#now()).toISOString(), ...event };
    for (const listener of [...this.#listeners]) listener(numbered);
  }

  /**
   * Returns the events from this call on, until the signal aborts, the broadcaster is closed, or the listener is 1000 events behind. In the
   * last case it calls `tooSlow` immediately, because a listener that does not read would not see the end.
   */
  stream(options: { signal?: AbortSignal; tooSlow?: () => void } = {}): AsyncGenerator<SandboxEvent> {
    const { signal, tooSlow } = options;
    const waiting: SandboxEvent[] = [];
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    let wake: (() => void) | undefined;
    let isDropped = false;
    const listener: EventListener = (event) => {
      if (waiting.length >= maxWaitingEvents) {
        isDropped = true;
        waiting.length = 0;
        forget();
        tooSlow?.();
      } else waiting.push(event);
      wake?.();
    };
    this.#listeners.add(listener);
    const forget = () => this.#listeners.delete(listener);
    const stop = () => {
      forget();
      wake?.();
    };
    ended.addEventListener("abort", stop, { once: true });
    return (async function* lines() {
      try {
        for (;;) {
          const event = waiting.shift();
          if (event) yield event;
          else if (ended.aborted || isDropped) return;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        forget();
        ended.removeEventListener("abort", stop);
      }
    })();
  }

  close(): void {
    this.#closing.abort();
    this.#listeners.clear();
  }
}
