import {
  defaultOrderProcess,
  EventBus,
  Order,
  OrderPlacedEvent,
  type OrderProcess,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import type { Vendure } from "../shop/open-vendure.mts";

/** Makes the shop fail or die when it places its next order. */
export class FailureInjector {
  #next: "fail" | "kill" | undefined;
  #hanging: string | undefined;
  #isWaiting = false;
  #connection: TransactionalConnection | undefined;
  readonly #released = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();

  plan(next: "fail" | "kill" | undefined): void {
    this.#next = next;
  }

  /** Vendure's own process is first, so the shop fails when everything of the order is written, and nothing is committed. */
  get processes(): [typeof defaultOrderProcess, OrderProcess<string>] {
    const failing: OrderProcess<string> = {
      onTransitionEnd: async (_fromState, toState, { ctx, order }) => {
        if (toState !== "PaymentSettled") return;
        if (this.#hanging === order.code) await this.#hang(ctx, order);
        if (this.#next !== "fail") return;
        this.#next = undefined;
        throw new Error("The shop fails, as the test planned.");
      },
    };
    return [defaultOrderProcess, failing];
  }

  /** The order with this code hangs once, until `endHang`. */
  hang(code: string): void {
    this.#hanging = code;
  }

  async endHang(): Promise<void> {
    this.#released.resolve();
    if (this.#isWaiting) await this.#ended.promise;
  }

  async #hang(ctx: RequestContext, order: Order): Promise<void> {
    this.#hanging = undefined;
    this.#isWaiting = true;
    const repository = this.#connection?.getRepository(ctx, Order);
    await this.#released.promise;
    try {
      await repository?.update(order.id, { state: "Cancelled" });
    } finally {
      this.#ended.resolve();
    }
  }

  /** Vendure publishes a placed order after it is committed. */
  watch(app: Vendure): void {
    this.#connection = app.get(TransactionalConnection);
    app
      .get(EventBus)
      .ofType(OrderPlacedEvent)
      .subscribe(() => {
        if (this.#next === "kill") process.kill(process.pid, "SIGKILL");
      });
  }
}
