import { PayIndexError } from "./errors.ts";
import type { RunInBackground } from "./platform.ts";

/** The calls of a gateway that run: `close` waits for them, and refuses new ones. */
export class RunningCalls {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #waitUntil: RunInBackground;

  constructor(waitUntil: RunInBackground = () => undefined) {
    this.#waitUntil = waitUntil;
  }

  /** Aborted when the gateway is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Adds work that goes on after the reply. A platform that does not accept it stops it, as the end of a process does. */
  readonly runInBackground = (work: Promise<unknown>): void => {
    const ended = this.#add(work);
    try {
      this.#waitUntil(ended);
    } catch {
      // The sweep runs what was stopped.
    }
  };

  /** Runs a call. @throws PayIndexError `gateway_closed` */
  readonly track = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (this.closing.aborted) throw closedError();
    const result = call();
    void this.#add(result);
    return result;
  };

  #add(work: Promise<unknown>): Promise<void> {
    const ended: Promise<void> = work.then(
      () => void this.#running.delete(ended),
      () => void this.#running.delete(ended),
    );
    this.#running.add(ended);
    return ended;
  }

  /** Returns the steps, each of which is a call: `close` waits for a running step and refuses the next one. */
  async *trackSteps<Step>(steps: AsyncGenerator<Step, void, undefined>) {
    try {
      for (;;) {
        const step = await this.track(() => steps.next());
        if (step.done === true) return;
        yield step.value;
      }
    } catch (error) {
      throw this.closing.aborted ? closedError() : error;
    } finally {
      await steps.return();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

function closedError(): PayIndexError {
  const message = "The payment gateway was closed. This process accepts no further calls.";
  return new PayIndexError("gateway_closed", message);
}
