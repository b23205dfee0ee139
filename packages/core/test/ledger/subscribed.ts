import { MemoryStore, type Options } from "../../src/index.ts";
import { least } from "../sale/example-sales.ts";
import { redirectTo, TestShop } from "./test-shop.ts";

const day = 86_400;

/** A monthly plan of twelve, begun on 1 March 2026 at noon; its gateway speaks of the master order M1. */
export class Subscribed extends TestShop {
  static async begin(
    options: Partial<Options> = {},
    deaf = false,
    store = new MemoryStore(),
  ): Promise<Subscribed> {
    const shop = new Subscribed(options, store, deaf);
    shop.answer = redirectTo("https://gateway.test/page/1");
    await shop.gateway.start(least.subscription);
    return shop;
  }

  cycle(number: number | string, changed: Record<string, string> = {}) {
    return this.cycleOf(this.lastForm, number, changed);
  }

  cycleOf(form: URLSearchParams, number: number | string, changed: Record<string, string> = {}) {
    const told = { payment_period_count: String(number), transaction_id: `T${number}`, ...changed };
    return this.notify({ payment_transaction_id: "M1", ...told }, form);
  }

  async subscription() {
    const { payments } = await this.gateway.status({ reference: "order-1" });
    const [{ subscription } = { subscription: undefined }] = payments;
    if (subscription === undefined) throw new Error("there is no subscription");
    return subscription;
  }

  async cycles(): Promise<string[]> {
    const { cycles } = await this.subscription();
    return cycles.map(({ number, state, placed }) => `${number} ${state} ${placed?.id ?? ""}`.trim());
  }

  get orderNumber(): string {
    return this.lastForm.get("pay_orderid") ?? "";
  }

  async passDays(days: number): Promise<void> {
    this.pass(days * day);
    await this.gateway.sweep();
  }
}
