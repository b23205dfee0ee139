import { defaultOrderProcess, EventBus, OrderPlacedEvent, type OrderProcess } from "@vendure/core";
import type { Vendure } from "../shop/open-vendure.mts";

/** What befalls the shop's own work, when it is told to. */
export class FailureInjector {
  #next: "stumble" | "die" | undefined;

  plan(next: "stumble" | "die" | undefined): void {
    this.#next = next;
  }

  /** Vendure's own first: then everything of the order is written, and nothing committed. */
  get processes(): [typeof defaultOrderProcess, OrderProcess<string>] {
    const stumbling: OrderProcess<string> = {
      onTransitionEnd: (_fromState, toState) => {
        if (toState !== "PaymentSettled" || this.#next !== "stumble") return;
        this.#next = undefined;
        throw new Error("The shop has stumbled.");
      },
    };
    return [defaultOrderProcess, stumbling];
  }

  /** Vendure tells of a placed order once it is committed. */
  watch(app: Vendure): void {
    app
      .get(EventBus)
      .ofType(OrderPlacedEvent)
      .subscribe(() => {
        if (this.#next === "die") process.kill(process.pid, "SIGKILL");
      });
  }
}
