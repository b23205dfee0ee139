import {
  CycleFailedEvent,
  CycleOverdueEvent,
  CycleRenewedEvent,
  type PayIndexPluginOptions,
  PayIndexService,
  type PlanInput,
  RenewalRefusedError,
  SubscriptionClosedEvent,
} from "@pay-index/vendure";
import {
  CustomerService,
  EventBus,
  type ID,
  Order,
  OrderPlacedEvent,
  OrderService,
  TransactionalConnection,
} from "@vendure/core";
import { expect, onTestFinished } from "vitest";
import { createChannels } from "../../conformance/channels.mts";
import { customFields } from "../../conformance/seed-database.mts";
import type { TestDatabase } from "../../conformance/test-database.mts";
import { type Buyer, exampleBuyer } from "../buyer.mts";
import { createContext, sellProduct, setVariantPlan } from "../catalog-and-orders.mts";
import { enableVoucherPayment, voucherHandler } from "../promotions.mts";
import { StaffMember } from "../staff-member.mts";
import { openTestShop, type TestShop } from "../test-shop.mts";

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

/** They serve the default channel and another one. */
// The second one is the first channel that a fresh database gets beside the default one.
const merchants = ["default", "2"].flatMap((tenant) => [
  { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const], tenant },
  { id: "10004", key: "sandbox-subscription-key", variants: ["subscription" as const], tenant },
]);

export const monthDuration = { days: 31 };

interface PublishedEvent {
  readonly event: string;
  readonly about: { key?: string; cycle?: { number: number } };
}

/** A shop that sells on plans, with its gateway, its staff, and what its own code was told. */
export class SubscriptionTestShop {
  readonly stage: TestShop;
  readonly staff: StaffMember;
  readonly told: PublishedEvent[] = [];
  readonly placedEvents: string[] = [];
  /** Codes of first orders: their renewals are refused by the shop's own code. */
  readonly paused = new Set<string>();
  #visitors = 0;

  private constructor(stage: TestShop, staff: StaffMember) {
    this.stage = stage;
    this.staff = staff;
    const events = stage.app.get(EventBus);
    for (const event of [CycleRenewedEvent, SubscriptionClosedEvent, CycleFailedEvent, CycleOverdueEvent])
      events
        .ofType<CycleRenewedEvent | SubscriptionClosedEvent | CycleFailedEvent | CycleOverdueEvent>(
          event as never,
        )
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

  static async open(
    place: TestDatabase,
    plugin: Partial<PayIndexPluginOptions> = {},
  ): Promise<SubscriptionTestShop> {
    const changes = { paymentOptions: { paymentMethodHandlers: [voucherHandler] }, customFields };
    const stage = await openTestShop({ place, plugin: { plans, merchants, ...plugin }, changes });
    await enableVoucherPayment(stage.app);
    await createChannels(stage.app, [{ id: "1", key: "k", tenant: "north" }]);
    return new SubscriptionTestShop(stage, await StaffMember.signIn(stage.origin));
  }

  gateway(): PayIndexService["gateway"] {
    return this.stage.app.get(PayIndexService).gateway;
  }

  get connection(): TransactionalConnection {
    return this.stage.app.get(TransactionalConnection);
  }

  /** On sale by a plan. */
  async onPlan(
    plan: string | null,
    wanted: Partial<Parameters<typeof sellProduct>[1]> = {},
  ): Promise<string> {
    const id = await sellProduct(this.stage.app, { name: "Tea", price: 1999, ...wanted });
    await setVariantPlan(this.stage.app, id, plan);
    return id;
  }

  /** Each sits elsewhere: attempts with cards are counted by address. */
  async sendCard(buyer: Buyer, number: string): Promise<void> {
    const { action, formToken, ...refused } = await buyer.start({ method: "subscription" });
    expect(refused).toEqual({ __typename: "PayIndexCardForm" });
    const card = { card_number: number, card_month: "12", card_year: "2099", card_cvv: "0739" };
    await fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: this.stage.origin,
        accept: "text/html",
        "user-agent": "Buyer/1.0",
        "x-forwarded-for": `203.0.113.${++this.#visitors}`,
      },
      body: new URLSearchParams({ ...card, form_token: formToken }),
    });
  }

  /** Begins what is in the buyer's cart, and is told that it is paid. */
  async begin(buyer: Buyer, code: string): Promise<string> {
    await this.sendCard(buyer, "4242424242424242");
    const attemptId = await this.stage.attempt(code);
    const { control } = this.stage;
    expect(await control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
    // The gateway's clock goes on for all subscriptions. Those of other tests would be charged, and renewed, each time.
    onTestFinished(async () => {
      await control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
      await control.closeOrder(attemptId).catch(() => undefined);
    });
    return attemptId;
  }

  async subscribed(variant: string, quantity = 1, buyer = this.stage.buyer()) {
    const code = await buyer.isReadyToPay(variant, quantity);
    return { buyer, code, attemptId: await this.begin(buyer, code) };
  }

  async standing(reference: string) {
    const { attempts, reviewItems } = await this.gateway().status({ reference });
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

  async orderOf(code: string): Promise<Order> {
    const order = await this.stage.app
      .get(OrderService)
      .findOneByCode(await createContext(this.stage.app), code, [
        "lines",
        "lines.productVariant",
        "shippingLines",
        "surcharges",
        "customer",
        "channels",
      ]);
    if (order === undefined) throw new Error(`there is no order ${code}`);
    return order;
  }

  async historyOf(id: ID): Promise<unknown[]> {
    const { history } = await this.staff.ask(
      "query ($id: ID!) { order(id: $id) { history(options: { take: 100 }) { items { type data isPublic } } } }",
      { id: String(id) },
    );
    return history.items.filter(({ type }: { type: string }) => type.startsWith("PAY_INDEX"));
  }

  async afterMonth(code: string) {
    await this.stage.control.advance(monthDuration);
    return this.standing(code);
  }

  /** As if the day had come when its second cycle should have been paid. */
  async isDueByNow(attemptId: string): Promise<void> {
    const past = new Date(0).toISOString();
    await this.connection.rawConnection.query(
      `UPDATE pay_index_job SET due_at = '${past}' WHERE attempt_id = '${attemptId}' AND kind = 'check-cycle'`,
    );
  }

  /** A customer with an account. */
  async signedIn(emailAddress: string): Promise<Buyer> {
    const password = "tea-with-milk";
    const customer = { emailAddress, firstName: "Ada", lastName: "King" };
    await this.stage.app.get(CustomerService).create(await createContext(this.stage.app), customer, password);
    const buyer = this.stage.buyer();
    const login =
      "mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }";
    expect(await buyer.ask(login, { username: emailAddress, password })).toEqual({
      __typename: "CurrentUser",
    });
    return buyer;
  }

  /** As `isReadyToPay`, for whoever is known already. */
  async isReady(buyer: Buyer, variant: string): Promise<string> {
    const { code } = await buyer.add(variant);
    await buyer.fillIn(exampleBuyer);
    await buyer.goTo("ArrangingPayment");
    return code;
  }
}
