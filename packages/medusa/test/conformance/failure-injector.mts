import type { MedusaContainer } from "@medusajs/framework/types";

/** The shop's own handlers of Medusa's hooks read here whether they must fail. */
const globals = globalThis as Record<symbol, unknown>;
const hooksKey = Symbol.for("pay-index test hooks");
const pauseKey = Symbol.for("pay-index test pause");

/** Makes the shop fail or die at a chosen step of its own work. */
export class FailureInjector {
  readonly #released = Promise.withResolvers<void>();
  #dies: "once placed" | "between order and cart" | undefined;

  constructor(container: MedusaContainer) {
    // Medusa publishes a placed order after it is committed.
    container.resolve("event_bus").subscribe("order.placed", async () => {
      if (this.#dies === "once placed") process.kill(process.pid, "SIGKILL");
    });
    const orders = container.resolve("order");
    const create = orders.createOrders.bind(orders) as (...given: unknown[]) => Promise<never>;
    orders.createOrders = async (...given: unknown[]) => {
      const made = await create(...given);
      if (this.#dies === "between order and cart") process.kill(process.pid, "SIGKILL");
      return made;
    };
  }

  /** The next cart that Medusa completes hangs until `endHang`. */
  hang(): void {
    globals[pauseKey] = { hook: "beforePaymentAuthorization", wait: () => this.#released.promise };
  }

  endHang(): void {
    this.#released.resolve();
  }

  /** With `fail`, the shop fails when everything of the order is written. */
  plan(next: "fail" | "once placed" | "between order and cart"): void {
    if (next === "fail") globals[hooksKey] = "orderCreated";
    else this.#dies = next;
  }
}
