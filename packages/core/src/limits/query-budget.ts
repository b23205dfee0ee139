import { type Platform, pause } from "../platform.ts";

/** How often the gateway is asked, in each process. */
export interface QueryLimits {
  /** The highest number of queries at a time. */
  readonly concurrency: number;
  /** Seconds between the starts of two queries. */
  readonly minimumGap: number;
}

/** What the budget reads of an answer. */
export interface QueryAnswerCountedByBudget {
  readonly outcome: string;
  readonly reason?: string;
  readonly httpStatus?: number;
}

/** Why a query was not sent. `silent`: the gateway does not answer, so it is left alone. `closed`: the gateway of the shop was closed. */
export type UnsentQueryReason = "silent" | "closed";

/** The number of queries in a row without an answer after which the gateway is left alone. */
const silenceLimit = 3;
/** Milliseconds for which a silent gateway is left alone. */
const restTime = 60_000;

/**
 * Limits the queries of one process: how many run at a time, how often one starts, and how long a gateway that does not answer is left
 * alone.
 */
export class QueryBudget {
  /** Whether a tick's round of queries runs in this process. */
  hasRound = false;
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

  /** Milliseconds until queries are sent again. 0: they are sent now. Never longer than a rest, also if the clock goes back. */
  get restLeft(): number {
    return Math.min(restTime, Math.max(0, this.#restsUntil - this.#now()));
  }

  /** How often the gateway was left alone since this process started. */
  get rests(): number {
    return this.#rests;
  }

  /** Runs `ask` when the limits permit it, or returns why it did not run. */
  async run<Answer extends QueryAnswerCountedByBudget>(
    { concurrency, minimumGap }: QueryLimits,
    ask: () => Promise<Answer>,
  ): Promise<Answer | UnsentQueryReason> {
    await this.#takeSlot(concurrency);
    try {
      if (this.restLeft > 0) return "silent";
      await this.#keepGap(minimumGap, concurrency);
      if (this.#closing.aborted) return "closed";
      return this.count(await ask());
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  /** Counts an answer, also of a query that the limits do not apply to. An answer ends the rest. */
  count<Answer extends QueryAnswerCountedByBudget>(answer: Answer): Answer {
    if (!isSilence(answer)) {
      this.#silent = 0;
      this.#restsUntil = 0;
      return answer;
    }
    this.#silent++;
    if (this.#silent < silenceLimit) return answer;
    if (this.restLeft === 0) this.#rests++;
    this.#restsUntil = this.#now() + restTime;
    return answer;
  }

  async #takeSlot(concurrency: number): Promise<void> {
    while (this.#running >= concurrency)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#running++;
  }

  async #keepGap(seconds: number, concurrency: number): Promise<void> {
    const now = this.#now();
    const gap = seconds * 1000;
    // A clock that goes back must not make a query wait longer than for the others in front of it.
    const start = Math.min(Math.max(now, this.#nextStart), now + concurrency * gap);
    this.#nextStart = start + gap;
    if (start > now) await pause(this.#platform, start - now, this.#closing);
  }

  #now(): number {
    return this.#platform.now().getTime();
  }
}

const silentReasons: readonly unknown[] = ["timeout", "not_connected", "network"];

/** Whether the gateway did not answer, or answered that it has too much to do. Another unreadable answer comes from a gateway that works. */
function isSilence({ outcome, reason, httpStatus = 0 }: QueryAnswerCountedByBudget): boolean {
  return outcome === "unknown" && (silentReasons.includes(reason) || httpStatus >= 500 || httpStatus === 429);
}
