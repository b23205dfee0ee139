import {
  CycleFailedEvent,
  CycleOverdueEvent,
  CycleRenewedEvent,
  type PayIndexPluginOptions,
  type PlanInput,
  RenewalRefusedError,
  SubscriptionClosedEvent,
} from "@pay-index/vendure";
import { EventBus, type Order, OrderPlacedEvent, OrderService, type VendureConfig } from "@vendure/core";
import { expect, onTestFinished } from "vitest";
import { customFields } from "../../conformance/seed-database.mts";
import type { TestDatabase } from "../../conformance/test-database.mts";
import type { Buyer } from "../buyer.mts";
import { createContext, sellProduct, setVariantPlan } from "../catalog-and-orders.mts";
import { enableVoucherPayment, voucherHandler } from "../promotions.mts";
import { merchantsOfTwoChannels, startTestShop, TestShop } from "../test-shop.mts";

export const teaPlan: PlanInput = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea each month",
  type: "monthly",
  description: "The same tea again each month",
  attempts: 3,
  totalCount: 3,
};
export const plans = {
  tea: teaPlan,
  coffee: {
    ...teaPlan,
    id: "0d8e5c0a-5a0c-4a53-8f0e-4b7c3f6a9d21",
    name: "Coffee each week",
    type: "weekly",
  },
  cheapStart: { ...teaPlan, id: "3b2f7a10-9c0e-4d52-8a41-2f6d1e5c7b90", firstPeriodAmount: 500 },
  dearStart: { ...teaPlan, id: "94d0b5e2-1f3a-47c6-b8d9-6a5e4c3b2f10", firstPeriodAmount: 2999 },
} as const;

const merchants = merchantsOfTwoChannels.flatMap((hosted) => [
  hosted,
  { ...hosted, id: "10004", key: "sandbox-subscription-key", variants: ["subscription" as const] },
]);

export const monthDuration = { days: 31 };

type CycleEvent = CycleRenewedEvent | SubscriptionClosedEvent | CycleFailedEvent | CycleOverdueEvent;

interface PublishedEvent {
  readonly event: string;
  readonly about: { key?: string; cycle?: { number: number } };
}

/** A shop that sells on plans in two channels, and what its own code was told. */
export class SubscriptionTestShop extends TestShop {
  readonly told: PublishedEvent[] = [];
  readonly placedEvents: string[] = [];
  /** Codes of first orders: their renewals are refused by the shop's own code. */
  readonly paused = new Set<string>();

  constructor(...parts: ConstructorParameters<typeof TestShop>) {
    super(...parts);
    const events = this.app.get(EventBus);
    for (const event of [CycleRenewedEvent, SubscriptionClosedEvent, CycleFailedEvent, CycleOverdueEvent])
      events
        .ofType<CycleEvent>(event as never)
        .subscribe(({ about }) => void this.told.push({ event: event.name, about }));
    events.registerBlockingEventHandler({
      id: "pause",
      event: CycleRenewedEvent,
      handler: ({ about: { order } }) => {
        if (this.paused.has(order.code)) throw new RenewalRefusedError("paused", "The buyer is on holiday.");
      },
    });
    events.ofType(OrderPlacedEvent).subscribe(({ order }) => void this.placedEvents.push(order.code));
  }

  static async open<Shop extends SubscriptionTestShop>(
    this: new (
      ...parts: ConstructorParameters<typeof TestShop>
    ) => Shop,
    place: TestDatabase,
    plugin: Partial<PayIndexPluginOptions> = {},
    more: Partial<VendureConfig> = {},
  ): Promise<Shop> {
    const changes = { paymentOptions: { paymentMethodHandlers: [voucherHandler] }, customFields, ...more };
    const options = { place, channels: ["north"], plugin: { plans, merchants, ...plugin }, changes };
    const shop = new this(await startTestShop(options));
    await enableVoucherPayment(shop.app);
    return shop;
  }

  readonly #products = new Map<string | null, Promise<string>>();

  /** A variant that is sold by a plan, and that no test changes. */
  onPlan(plan: string | null): Promise<string> {
    const product = this.#products.get(plan) ?? this.newOnPlan(plan);
    this.#products.set(plan, product);
    return product;
  }

  /** Puts another product on sale by a plan. */
  async newOnPlan(
    plan: string | null,
    wanted: Partial<Parameters<typeof sellProduct>[1]> = {},
  ): Promise<string> {
    const id = await sellProduct(this.app, { name: "Tea", price: 1999, ...wanted });
    await setVariantPlan(this.app, id, plan);
    return id;
  }

  async sendCard(buyer: Buyer, number: string): Promise<void> {
    const form = await buyer.start({ method: "subscription" });
    expect(form).toMatchObject({ __typename: "PayIndexCardForm" });
    await this.postCard(form, number);
  }

  /** Begins what is in the buyer's cart, and is told that it is paid. */
  async begin(buyer: Buyer, code: string): Promise<string> {
    await this.sendCard(buyer, "4242424242424242");
    const attemptId = await this.attempt(code);
    expect(await this.control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
    // The gateway's clock goes on for all subscriptions. Those of other tests would be charged, and renewed, each time.
    onTestFinished(async () => {
      await this.control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
      await this.control.closeOrder(attemptId).catch(() => undefined);
    });
    return attemptId;
  }

  async subscribed(variant: string, quantity = 1, buyer = this.buyer()) {
    const code = await buyer.isReadyToPay(variant, quantity);
    return { buyer, code, attemptId: await this.begin(buyer, code) };
  }

  async standing(reference: string) {
    const { attempts, reviewItems } = await this.status(reference);
    const { subscription } = attempts.find(({ state }) => state === "paid") ?? {};
    if (subscription === undefined) throw new Error(`${reference} has begun nothing`);
    const renewals = subscription.cycles.slice(1).map(({ placedOrder }) => placedOrder?.id);
    return {
      subscription,
      renewals,
      items: reviewItems.map(({ kind, problem }) => [kind, problem?.code]),
      all: reviewItems,
    };
  }

  async afterMonth(code: string) {
    await this.control.advance(monthDuration);
    return this.standing(code);
  }

  async orderOf(code = "none"): Promise<Order> {
    const ctx = await createContext(this.app);
    const order = await this.app
      .get(OrderService)
      .findOneByCode(ctx, code, [
        ...(["lines", "lines.productVariant", "shippingLines"] as const),
        ...(["surcharges", "customer", "channels", "payments"] as const),
      ]);
    if (order === undefined) throw new Error(`there is no order ${code}`);
    return order;
  }
}
