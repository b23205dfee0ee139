import type { MedusaContainer } from "@medusajs/framework/types";

/** Where the shop's own handlers of Medusa's hooks look whether they are to fail. */
const globals = globalThis as Record<symbol, unknown>;
const hooksKey = Symbol.for("pay-index test hooks");

/** Where a process dies that adds a recorded refund: before it writes anything, or before it confirms its order change. */
export type RefundCrashPoint = "before a refund" | "with an order change open";

/** What befalls the shop's own work, when it is told to. */
export class FailureInjector {
  #dies: "once placed" | "between order and cart" | RefundCrashPoint | undefined;

  constructor(container: MedusaContainer) {
    // Medusa tells of a placed order once it is committed.
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
    this.#dieAt(container.resolve("payment"), "refundPayment", "before a refund");
    this.#dieAt(orders, "confirmOrderChange", "with an order change open");
  }

  #dieAt(service: object, method: string, plan: RefundCrashPoint): void {
    const methods = service as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const call = methods[method]?.bind(service);
    methods[method] = async (...given) => {
      if (this.#dies === plan) process.kill(process.pid, "SIGKILL");
      return call?.(...given);
    };
  }

  /** A shop that stumbles does so when everything of the order is written. */
  plan(next: "stumble" | "once placed" | "between order and cart" | RefundCrashPoint): void {
    if (next === "stumble") globals[hooksKey] = "orderCreated";
    else this.#dies = next;
  }
}
