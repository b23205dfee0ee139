/**
 * Which attempt of a payment wins, written from the rules ENG-WINS and ENG-FREE and from nothing else, in the tests' own words. One step
 * follows another: nothing here happens at the same time.
 */

export type WinningStep =
  /** The buyer opens a payment page for what the order costs now. */
  | { readonly does: "start" }
  | { readonly does: "pay"; readonly attempt: number }
  | { readonly does: "change the order"; readonly due: number }
  /** An operator resolves the item of an attempt whose order was not placed, or that was paid twice. */
  | { readonly does: "refund" | "dismiss" | "try again"; readonly attempt: number };

interface ModelAttempt {
  readonly price: number;
  state: "open" | "not placed" | "wins" | "paid twice" | "refunded" | "closed";
}

/** What the payment must look like after each step. */
export class WinningModel {
  readonly attempts: ModelAttempt[] = [];
  due: number;

  constructor(due: number) {
    this.due = due;
  }

  take(step: WinningStep): void {
    if (step.does === "change the order") this.due = step.due;
    else if (step.does === "start") this.#start();
    else {
      const attempt = this.attempts[step.attempt];
      if (attempt !== undefined) this.#change(attempt, step.does);
    }
  }

  get mayStart(): boolean {
    return this.attempts.every(({ state }) => state === "open" || state === "refunded" || state === "closed");
  }

  #start(): void {
    const isOpen = this.attempts.some(({ state, price }) => state === "open" && price === this.due);
    if (this.mayStart && !isOpen) this.attempts.push({ price: this.due, state: "open" });
  }

  #change(attempt: ModelAttempt, does: "pay" | "refund" | "dismiss" | "try again"): void {
    const hasItem = attempt.state === "not placed" || attempt.state === "paid twice";
    if (does === "pay") {
      if (attempt.state === "open") this.#place(attempt);
    } else if (does === "try again") {
      if (attempt.state === "not placed") this.#place(attempt);
    } else if (hasItem) attempt.state = does === "refund" ? "refunded" : "closed";
  }

  /** An attempt that is paid now, or that is tried again: it wins, or another one whose amount fits. */
  #place(attempt: ModelAttempt): void {
    attempt.state = "not placed";
    const paid = this.attempts.filter(({ state }) => state === "not placed");
    const isPlaced = this.attempts.some(({ state }) => state === "wins");
    const fitting = [attempt, ...paid].find(({ price }) => price === this.due);
    if (!isPlaced && fitting === undefined) return;
    for (const each of paid) each.state = "paid twice";
    if (!isPlaced && fitting !== undefined) fitting.state = "wins";
  }
}
