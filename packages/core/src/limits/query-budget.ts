import { type Platform, pause } from "../platform.ts";

/** How often the gateway is asked, in each process. */
export interface QueryLimits {
  /** The highest number of queries at a time. */
  readonly concurrency: number;
  /** Seconds between the starts of two queries. */
  readonly minimumGap: number;
}

/** The number of queries in a row without an answer after which the gateway is left alone. */
const silenceLimit = 3;
/** Milliseconds for which a silent gateway is left alone. */
const restTime = 60_000;

/**
 * Limits the queries of one process: how many run at a time, how often one starts, and how long a gateway that does not
 * answer is left alone.
 */
export class QueryBudget {
  readonly #platform: Platform;
  readonly #closing: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #nextStart = 0;
  #silent = 0;
  #restsUntil = 0;
  #rests = 0;

  constructor(platform: Platform, closing: AbortSignal) {
    this.#platform = platform;
    this.#closing = closing;
  }

  /** Milliseconds until queries are sent again. 0: they are sent now. */
  get restLeft(): number {
    return Math.max(0, this.#restsUntil - this.#platform.now().getTime());
  }

  /** How often the gateway was left alone since it last answered. */
  get rests(): number {
    return this.#rests;
  }

  /** Runs `ask` when the limits permit it. Returns undefined, and asks nothing, while the gateway is left alone. */
  async run<Answer extends { readonly outcome: string }>(
    limits: QueryLimits,
    ask: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    await this.#takeSlot(limits.concurrency);
    try {
      if (this.restLeft > 0) return undefined;
      await this.#keepGap(limits.minimumGap);
      if (this.#closing.aborted) return undefined;
      const answer = await ask();
      this.#count(answer.outcome === "unknown");
      return answer;
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #takeSlot(concurrency: number): Promise<void> {
    while (this.#running >= concurrency)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#running++;
  }

  async #keepGap(seconds: number): Promise<void> {
    const now = this.#platform.now().getTime();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + seconds * 1000;
    if (start > now) await pause(this.#platform, start - now, this.#closing);
  }

  #count(isSilent: boolean): void {
    this.#silent = isSilent ? this.#silent + 1 : 0;
    if (!isSilent) this.#rests = 0;
    if (this.#silent < silenceLimit) return;
    if (this.restLeft === 0) this.#rests++;
    this.#restsUntil = this.#platform.now().getTime() + restTime;
  }
}
