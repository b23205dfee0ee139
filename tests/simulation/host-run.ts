import { setTimeout as pause } from "node:timers/promises";
import type { CheckoutKey, HostShop, StaffCheckoutStatus } from "@pay-index/conformance";
import type { OrderDetails, SandboxControl } from "@pay-index/sandbox/client";
import { createSubmission } from "../../packages/conformance/src/actors/buyer.ts";
import {
  waitBrieflyForNextDelivery,
  waitUntilDeliveriesAnswered,
} from "../../packages/conformance/src/actors/wait-for-deliveries.ts";
import type { HostPlan, Round, Step } from "./host-plan.ts";

export interface PlayedOrder {
  readonly checkout: CheckoutKey;
  readonly email: string;
  /** How many review items of an attempt staff resolved. */
  readonly resolved: Map<string, number>;
}

const operator = { id: "user_1", name: "Grace" };
const actions = ["record-refund", "dismiss", "accept"] as const;

/** The attempts with which something can happen at the gateway. */
const statesFor: Readonly<
  Record<"pay" | "decline" | "close" | "charge twice" | "repeat", readonly OrderDetails["state"][]>
> = {
  pay: ["pending", "failed"],
  decline: ["pending"],
  close: ["pending"],
  "charge twice": ["paid"],
  repeat: ["paid", "failed", "closed"],
};

/** Plays the plan of one seed on a shop with real servers. */
export class HostRun {
  readonly orders: PlayedOrder[] = [];
  readonly lines: string[] = [];
  readonly #plan: HostPlan;
  readonly #shop: Required<HostShop>;
  readonly #control: SandboxControl;

  constructor(plan: HostPlan, shop: Required<HostShop>, control: SandboxControl) {
    this.#plan = plan;
    this.#shop = shop;
    this.#control = control;
  }

  async play(): Promise<void> {
    const { seed, orders, rounds } = this.#plan;
    for (let each = 0; each < orders; each++) {
      const email = `buyer-${each}-of-${seed}@example.com`;
      const buyer = { firstName: "Ada", lastName: "King", email, phone: "2070000000", country: "GB" };
      const lines = [{ name: "Tea", price: 550, quantity: 2 }];
      const checkout = await this.#shop.checkout({ currency: "USD", lines, buyer });
      this.orders.push({ checkout, email, resolved: new Map() });
    }
    for (const round of rounds) await this.#playRound(round);
    await this.#settle();
  }

  /** The faults stop, and everything that was under way ends. */
  async #settle(): Promise<void> {
    await this.#control.clearFaults();
    await this.#revive();
    for (;;) {
      const all = await Promise.all(this.orders.map((order) => this.gatewayOrders(order)));
      const open = all.flat().find(({ nextDeliveryAt }) => nextDeliveryAt !== undefined);
      if (open === undefined) break;
      await waitBrieflyForNextDelivery(this.#control, open.orderId);
      await this.#revive();
    }
    await this.#control.advance({ minutes: 1 });
    for (const seconds of [31, 301, 900, 3600]) await this.#passTime(seconds);
  }

  /** The attempts of an order that reached the gateway, oldest first. */
  async gatewayOrders({ email }: PlayedOrder): Promise<OrderDetails[]> {
    const { orders } = await this.#control.latestOrders({ limit: 500 });
    const all = await Promise.all(orders.map(({ orderId }) => this.#control.orderDetails(orderId)));
    const isOfBuyer = ({ timeline }: OrderDetails) =>
      timeline.some((event) => event.type === "submitted" && Object.values(event.fields).includes(email));
    return all.filter(isOfBuyer).reverse();
  }

  /** A driver waits for each order that its process saw paid, also for one that a process before it had placed. */
  async read(checkout: CheckoutKey): Promise<StaffCheckoutStatus> {
    const status = await Promise.race([this.#shop.read(checkout), pause(5000)]);
    if (status !== undefined) return status;
    await this.#shop.restart();
    return this.#shop.read(checkout);
  }

  async #playRound({ steps, trouble, passes }: Round): Promise<void> {
    this.lines.push(`--- ${trouble ?? "no trouble"}`);
    const play = () => Promise.all(steps.map((step) => this.#act(step)));
    const shop = this.#shop;
    if (trouble === "outage") await shop.withoutDatabase(play);
    else if (trouble === "connections end")
      await Promise.all([play(), shop.withoutDatabase(async () => undefined)]);
    else if (trouble === "restart") await Promise.all([play(), shop.restart()]);
    else {
      if (trouble === "order fails") await shop.failNextOrder();
      else if (trouble === "killed once placed") await shop.killOncePlaced();
      else if (trouble !== undefined) await shop.killAfter(trouble);
      await play();
    }
    for (const order of this.orders)
      for (const { orderId } of await this.gatewayOrders(order))
        await waitUntilDeliveriesAnswered(this.#control, orderId);
    await this.#revive();
    if (passes > 0) await this.#passTime(passes);
  }

  /** Does one thing. It may fail, because of the trouble, or because the order does not allow it any more. */
  async #act(step: Step): Promise<void> {
    const outcome = await this.#try(step).then(
      (answer) => JSON.stringify(answer) ?? "done",
      (error: Error) => error.message,
    );
    this.lines.push(`order ${step.order}: ${step.act} → ${outcome.slice(0, 160)}`);
  }

  async #try({ act, order: index, pick, variant, faults, saleFaults }: Step): Promise<unknown> {
    const [shop, control] = [this.#shop, this.#control];
    const order = this.orders[index] as PlayedOrder;
    const { checkout } = order;
    if (act === "submit") {
      if (saleFaults.length > 0) await control.setFaults({ of: "next" }, saleFaults);
      return shop.submit(checkout, createSubmission(variant));
    }
    if (act === "change") return shop.change(checkout, pick % 2 === 0 ? "grow" : "shrink");
    if (act === "cancel") return shop.cancel(checkout);
    if (act === "resolve") return this.#resolve(order, pick);
    if (act === "refund") return shop.refund(checkout, { minor: 700, currency: "USD" });
    const attempts = (await this.gatewayOrders(order)).filter(({ state }) => statesFor[act].includes(state));
    const { orderId } = attempts[pick % attempts.length] ?? {};
    if (orderId === undefined) return "no such attempt";
    if (act === "repeat") return control.notify(orderId, { copies: 3, released: "together", faults });
    if (act === "charge twice") return (await control.payAgain(orderId)).state;
    await control.setFaults({ of: "order", orderId }, faults);
    if (act === "close") return (await control.closeOrder(orderId)).state;
    return (await control.resolve(orderId, { outcome: act === "pay" ? "paid" : "failed" })).state;
  }

  async #resolve({ checkout, resolved }: PlayedOrder, pick: number): Promise<string> {
    const { reviewItems } = (await this.read(checkout)).payment;
    const { id: reviewItemId, attemptId, kind } = reviewItems[pick % reviewItems.length] ?? {};
    if (reviewItemId === undefined || attemptId === undefined) return "nothing to resolve";
    const action = actions[pick % actions.length] ?? "dismiss";
    await this.#shop.resolveReviewItem({ attemptId, reviewItemId, action, operator, note: "Looked up." });
    resolved.set(attemptId, (resolved.get(attemptId) ?? 0) + 1);
    return `${action} ${kind}`;
  }

  /** Starts a shop again that died. One that lives stops waiting for its death. */
  async #revive(): Promise<void> {
    try {
      await this.#shop.killAfter(undefined);
    } catch {
      await this.#shop.waitForDeath();
      await this.#shop.startAgain();
      this.lines.push("the shop died and started again");
    }
  }

  /** Moves the clock when nothing is under way: a process that is slower than its lease is no part of this. */
  async #passTime(seconds: number): Promise<void> {
    await this.#sweep();
    await this.#shop.moveClock(seconds);
    await this.#sweep();
  }

  /** An order that is still to fail, or to kill the process, does it here. */
  async #sweep(): Promise<void> {
    await this.#shop.sweep().catch(async (error: Error) => {
      this.lines.push(`sweep → ${error.message.slice(0, 160)}`);
      await this.#revive();
      await this.#shop.sweep();
    });
  }
}
