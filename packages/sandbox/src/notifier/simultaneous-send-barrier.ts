/** Opens for all senders at once, when each has arrived or failed. */
export class SimultaneousSendBarrier {
  #missing: number;
  #open: (() => void) | undefined;
  readonly opened: Promise<void>;

  constructor(parties: number) {
    this.#missing = parties;
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  arrive(): void {
    this.#missing -= 1;
    if (this.#missing <= 0) this.#open?.();
  }
}
