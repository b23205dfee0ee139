import { PayIndexError } from "./errors.ts";

/** The calls of a gateway that run: `close` waits for them, and refuses new ones. */
export class RunningCalls {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Aborted when the gateway is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Adds work that goes on after the reply. */
  readonly add = (work: Promise<unknown>): void => {
    const ended: Promise<void> = work.then(
      () => void this.#running.delete(ended),
      () => void this.#running.delete(ended),
    );
    this.#running.add(ended);
  };

  /** Runs a call. @throws PayIndexError `gateway_closed` */
  readonly track = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (this.closing.aborted) throw closedError();
    const result = call();
    this.add(result);
    return result;
  };

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
  return new PayIndexError(
    "gateway_closed",
    "The payment gateway was closed. This process accepts no further calls.",
  );
}
