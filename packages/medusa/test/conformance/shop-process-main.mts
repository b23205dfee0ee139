/** A stock Medusa as a process of its own. */

import { randomUUID } from "node:crypto";
import type { Event } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { CheckoutKey, RefundAnswer, ShopSettings } from "@pay-index/conformance";
import {
  OrdersBeingPlaced,
  replyToCancelRequest,
  runInsideShopProcess,
  type ShopStartInput,
  sweepUntilDone,
} from "@pay-index/conformance/in-shop";
import type {
  CancelRequest,
  CreatePaymentLinkRequest,
  Money,
  ReviewResolutionRequest,
  Sale,
  WithdrawPaymentLinkRequest,
} from "@pay-index/core";
import type { DisputeEventData } from "../../src/dispute/dispute-event-names.ts";
import type { SubscriptionEventData } from "../../src/subscription/subscription-event-names.ts";
import { modulesForSeveralProcesses } from "../shop/modules-for-several-processes.mts";
import { type Medusa, openMedusa } from "../shop/open-medusa.mts";
import { readSeededShop } from "../shop/seed-shop.mts";
import { StaffMember } from "../shop/staff-member.mts";
import { createRegions, exhaustStock, sellProduct } from "./catalog.mts";
import { FailureInjector } from "./failure-injector.mts";

export interface ProcessInput {
  readonly settings: ShopSettings;
  readonly databaseUrl: string;
  /** Of a shop that nobody has opened yet. */
  readonly isFirst: boolean;
  /** Other processes use the database, too. Medusa's locks in Postgres may deadlock where two orders have several things in common. */
  readonly isShared: boolean;
}

export interface ProcessReady {
  readonly port: number;
  readonly publishableKey: string;
}

type Plan = Extract<Sale, { variant: "subscription" }>["plan"];

type ReportedDispute = DisputeEventData["pay-index.dispute.reported"];
type DeclinedCycle = SubscriptionEventData["pay-index.cycle.failed"];

process.env.LOG_LEVEL = "warn";

runInsideShopProcess(openShop, { isReusable: true });

async function openShop({ given, before, onEvent }: ShopStartInput<ProcessInput, ProcessReady>) {
  const { settings, databaseUrl, isFirst, isShared } = given;
  const plans = new Map<string, Plan>();
  const pending = new OrdersBeingPlaced();
  const medusa = await openMedusa(
    (origin) => ({
      databaseUrl,
      changes: { modules: isShared ? modulesForSeveralProcesses(process.env) : [] },
      payments: {
        ...settings,
        publicUrl: `${origin}/hooks/pay-index`,
        orderPage: ({ reference }) => `/orders/${reference}`,
        subscriptionPlan: ({ cart }) => plans.get(cart.id),
        onEvent: (event) => {
          pending.hear(event);
          onEvent(event);
        },
      },
    }),
    before?.port,
  );
  // Medusa's events come at least once, with the same key.
  const declined = new Map<string, { readonly reference: string; readonly cycle: number }>();
  medusa.container.resolve("event_bus").subscribe("pay-index.cycle.failed", async (event) => {
    const { data } = event as Event<DeclinedCycle>;
    declined.set(data.key, { reference: data.cart_id, cycle: data.cycle });
  });
  const disputes = new Map<string, { readonly reference: string; readonly type: string }>();
  medusa.container.resolve("event_bus").subscribe("pay-index.dispute.reported", async (event) => {
    const { data } = event as Event<ReportedDispute>;
    disputes.set(data.key, { reference: data.cart_id, type: data.type });
  });
  const failures = new FailureInjector(medusa.container);
  const tenants = new Set(settings.merchants.map(({ tenant = "default" }) => tenant));
  if (isFirst && before === undefined) await createRegions(medusa.container, [...tenants]);
  const { publishableKey } = await readSeededShop(medusa.container);
  return {
    ready: { port: Number(new URL(medusa.origin).port), publishableKey },
    calls: {
      ...createCalls(medusa, pending),
      plan: (reference: string, plan: Plan) => void plans.set(reference, plan),
      declinedCycles: ({ reference }: CheckoutKey) =>
        [...declined.values()].flatMap((each) => (each.reference === reference ? [each.cycle] : [])),
      disputes: ({ reference }: CheckoutKey) =>
        [...disputes.values()].flatMap((each) => (each.reference === reference ? [each.type] : [])),
      failNextOrder: () => failures.plan("fail"),
      hangOrder: () => failures.hang(),
      endHang: () => failures.endHang(),
      killOncePlaced: () => failures.plan("once placed"),
      killBeforeCartIsLinked: () => failures.plan("between order and cart"),
    },
    close: () => medusa.close(),
  };
}

function createCalls(medusa: Medusa, pending: OrdersBeingPlaced) {
  const {
    container,
    payIndex: { gateway },
  } = medusa;
  const sellable = new Map<string, Promise<string>>();
  return {
    /** Products are made once: their stock is large. */
    sell(name: string, price: Money) {
      const key = JSON.stringify([name, price]);
      const made = sellable.get(key) ?? sellProduct(container, name, price);
      sellable.set(key, made);
      return made;
    },
    sellOut: (cart: string) => exhaustStock(container, cart),
    /** Staff refund a payment, as Medusa's own refund dialog does. `amount` is in decimals. */
    async refund(payment: string, amount: string): Promise<RefundAnswer> {
      const staff = await StaffMember.signIn(medusa, { email: `${randomUUID()}@example.com` });
      const { status, body } = await staff.ask(`/payments/${payment}/refund`, { amount: Number(amount) });
      return status === 200 ? { state: "under-way" } : { refused: String(body.message) };
    },
    resolveReviewItem: (resolution: ReviewResolutionRequest) => gateway.resolveReviewItem(resolution),
    cancelSubscription: (request: CancelRequest) => replyToCancelRequest(gateway, request),
    createPaymentLink: (request: CreatePaymentLinkRequest) => gateway.createPaymentLink(request),
    withdrawPaymentLink: (request: WithdrawPaymentLinkRequest) => gateway.withdrawPaymentLink(request),
    status: async (of: CheckoutKey) => {
      await pending.isDone(of);
      return gateway.status(of);
    },
    disputeWebhooks: () => gateway.disputeWebhooks(),
    sweep: () =>
      sweepUntilDone(gateway, async (now) => {
        const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
        const leased = knex("pay_index_job").where("lease_until", ">", now);
        const [counted] = await leased.count("* as leases");
        return Number(counted?.leases);
      }),
  };
}
