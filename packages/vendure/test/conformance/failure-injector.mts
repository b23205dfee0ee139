import { defaultOrderProcess, EventBus, OrderPlacedEvent, type OrderProcess } from "@vendure/core";
import type { Vendure } from "../shop/open-vendure.mts";

/** Makes the shop fail or die when it places its next order. */
export class FailureInjector {
  #next: "fail" | "kill" | undefined;

  plan(next: "fail" | "kill" | undefined): void {
    this.#next = next;
  }

  /** Vendure's own process is first, so the shop fails when everything of the order is written, and nothing is committed. */
  get processes(): [typeof defaultOrderProcess, OrderProcess<string>] {
    const failing: OrderProcess<string> = {
      onTransitionEnd: (_fromState, toState) => {
        if (toState !== "PaymentSettled" || this.#next !== "fail") return;
        this.#next = undefined;
        throw new Error("The shop fails, as the test planned.");
      },
    };
    return [defaultOrderProcess, failing];
  }

  /** Vendure publishes a placed order after it is committed. */
  watch(app: Vendure): void {
    app
      .get(EventBus)
      .ofType(OrderPlacedEvent)
      .subscribe(() => {
        if (this.#next === "kill") process.kill(process.pid, "SIGKILL");
      });
  }
}
