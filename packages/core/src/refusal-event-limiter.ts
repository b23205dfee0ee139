import type { EventHandler } from "./events/pay-index-event.ts";
import type { Platform } from "./platform.ts";
import type { RefusalCode } from "./protocol/notification/notification-refusal.ts";

/** Events of one kind that a window lets through. */
const eventsPerWindow = 10;
/** Milliseconds. */
const windowLength = 60_000;

export interface RefusedNotification {
  readonly code: RefusalCode;
  readonly message: string;
  /** The gateway order ID in the address, whether or not the attempt exists. */
  readonly attemptId?: string;
  /** The payment of the attempt, if it was found. */
  readonly tenant?: string;
  readonly reference?: string;
}

interface RefusalWindow {
  readonly code: RefusalCode;
  /** The attempt whose address was used. Undefined for an invalid address. */
  readonly attemptId: string | undefined;
  readonly since: Date;
  reported: number;
  suppressed: number;
  /** Stops the timer that ends the window. */
  cancel: () => void;
}

/**
 * Reports refused notifications, ten a minute for each code, and counts the others: anybody can send any number of requests. Refusals
 * at the address of an attempt are counted for that attempt alone, so that strangers never hide one.
 */
export class RefusalEventLimiter {
  readonly #platform: Pick<Platform, "now" | "after">;
  readonly #onEvent: EventHandler;
  readonly #windows = new Map<string, RefusalWindow>();

  constructor(platform: Pick<Platform, "now" | "after">, onEvent: EventHandler) {
    this.#platform = platform;
    this.#onEvent = onEvent;
  }

  /** @param attempt the gateway order ID of the attempt whose address was used, if there is one */
  report(refusal: RefusedNotification, attempt?: string): void {
    const window = this.#windowOf(refusal.code, attempt);
    if (window.reported < eventsPerWindow) {
      window.reported++;
      this.#onEvent({ event: "notification-refused", ...refusal });
      return;
    }
    window.suppressed++;
    if (window.suppressed > 1) return;
    // Not every process sweeps, so that the count must not depend on it.
    const left = Math.max(0, windowLength - this.#ageOf(window));
    window.cancel = this.#platform.after(left, () => this.#end(window));
  }

  /** Reports the counts of all windows that are over. */
  flush(): void {
    for (const window of [...this.#windows.values()]) if (this.#isOver(window)) this.#end(window);
  }

  /** Reports every count, also of windows that are not over. */
  close(): void {
    for (const window of [...this.#windows.values()]) this.#end(window);
  }

  #windowOf(code: RefusalCode, attemptId: string | undefined): RefusalWindow {
    const key = windowKey({ code, attemptId });
    const found = this.#windows.get(key);
    if (found !== undefined && !this.#isOver(found)) return found;
    this.flush();
    const nothing = { reported: 0, suppressed: 0, cancel: () => undefined };
    const opened: RefusalWindow = { code, attemptId, since: this.#platform.now(), ...nothing };
    this.#windows.set(key, opened);
    return opened;
  }

  #ageOf({ since }: RefusalWindow): number {
    return this.#platform.now().getTime() - since.getTime();
  }

  /** Also ends the window if the clock was set back, so that events are not suppressed for longer than a window. */
  #isOver(window: RefusalWindow): boolean {
    const age = this.#ageOf(window);
    return age >= windowLength || age < 0;
  }

  #end(window: RefusalWindow): void {
    const key = windowKey(window);
    if (this.#windows.get(key) === window) this.#windows.delete(key);
    window.cancel();
    const { code, attemptId, since, suppressed: count } = window;
    if (count === 0) return;
    const about = attemptId === undefined ? {} : { attemptId };
    this.#onEvent({ event: "refusals-suppressed", code, count, since: since.toISOString(), ...about });
  }
}

function windowKey({ code, attemptId = "" }: Pick<RefusalWindow, "code" | "attemptId">): string {
  return `${code} ${attemptId}`;
}
