import {
  type AlertWebhookOptions,
  createAlertWebhook,
  money,
  type PayIndexEvent,
  type ShopOptions,
  type TransactionalStore,
  type Variant,
} from "@pay-index/express";
import type { Orders } from "./orders/orders.ts";
import { toLinkSale, toSaleAwaitingCard } from "./sale.ts";
import { createStaffOptions, type ReadAuthorization } from "./staff.ts";

export interface PaymentSettings {
  /** The address of the gateway. */
  readonly gateway: string;
  /** The public address of this shop. */
  readonly shopUrl: string;
  /** The database of orders and payments: a file for SQLite, or the address of a Postgres database. */
  readonly database: string;
  /** The key that the gateway issued for each merchant id. */
  readonly keys: Readonly<Record<Variant, string>>;
  readonly onEvent: (event: PayIndexEvent) => void;
  /** Whether the gateway answers queries and refunds. The specification has no such calls; the sandbox has them. */
  readonly hasOperations?: boolean;
  /** The password of the shop's staff. Without it, the pages of staff do not exist. */
  readonly staffPassword?: string;
  /** Where the shop posts alerts for its staff. Without it, it sends none. */
  readonly alertWebhook?: AlertWebhookOptions;
  /** Seconds between two sweeps. Default: that of the adapter. */
  readonly tickEvery?: number;
}

/** A merchant of the sandbox has one variant, so there are five merchants. */
export function merchantsOf({
  keys,
}: Pick<PaymentSettings, "keys">): { id: string; key: string; variants: Variant[] }[] {
  return [
    { id: "10001", key: keys.card, variants: ["card"] },
    { id: "10002", key: keys.hosted, variants: ["hosted"] },
    { id: "10003", key: keys.link, variants: ["link"] },
    { id: "10004", key: keys.subscription, variants: ["subscription"] },
    { id: "10005", key: keys.apm, variants: ["apm"] },
  ];
}

/** One database for both, so that an order is marked in the payment's own transaction. */
export interface ShopDatabase<Tx> {
  readonly store: TransactionalStore<Tx>;
  readonly orders: Orders<Tx>;
}

/** Returns the options of the payments, which are the same on every framework. */
export function createPaymentOptions<Tx, HostRequest>(
  { gateway, shopUrl, keys, onEvent, hasOperations, staffPassword, alertWebhook, tickEvery }: PaymentSettings,
  { store, orders }: ShopDatabase<Tx>,
  readAuthorization: ReadAuthorization<HostRequest>,
): ShopOptions<Tx, HostRequest> {
  return {
    gateway,
    sandbox: true,
    publicUrl: `${shopUrl}/pay`,
    merchants: merchantsOf({ keys }),
    // Two of the variants accept the card in this shop. A shop with only `hosted` leaves this out, and needs less PCI
    // DSS.
    acceptRawCards: true,
    operations: hasOperations
      ? { query: {}, refund: {}, refundQuery: {}, cancelSubscription: {}, disputeWebhook: {} }
      : {},
    store,
    // The current total, in the payment's own transaction: an order that changed since the payment started is not
    // placed.
    amountDue: async ({ reference, tx }) => {
      const order = await orders.find(reference, tx);
      return order && money(order.total, order.currency);
    },
    // In the payment's own transaction: the order is marked exactly once, or everything is tried again.
    onPaid: ({ payment, tx }) => orders.markPaid(payment.reference, tx),
    // The same for each later cycle of a subscription: one order each.
    onRenewal: ({ payment, cycle, tx }) => orders.renew(payment.reference, cycle, tx),
    // Once for each refund that the gateway made. The refund of a second payment changes nothing in the order.
    onRefunded: async ({ payment, cycle, refund, tx }) => {
      if (refund.ofOrder) await orders.recordRefund(payment.reference, { ...refund, cycle }, tx);
    },
    onSubscriptionClosed: ({ payment, tx }) => orders.note(payment.reference, { kind: "closed" }, tx),
    onCycleFailed: ({ payment, cycle, tx }) =>
      orders.note(payment.reference, { kind: "cycle-failed", cycle: cycle.number }, tx),
    onCycleOverdue: ({ payment, cycle, tx }) =>
      orders.note(payment.reference, { kind: "cycle-overdue", cycle: cycle.number }, tx),
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Buyers see the result in their own language, with a link to the order.
    pages: { outcome: "ours" },
    // Staff can send a link for an order whose payment failed, or was never finished.
    linkSale: async ({ reference }) => toLinkSale(await orders.find(reference)),
    // The card route needs the rest of the sale: the amount comes from the order, never from the form.
    cardSale: async ({ reference }) => toSaleAwaitingCard(await orders.find(reference)),
    onEvent,
    ...(staffPassword === undefined
      ? {}
      : { staff: createStaffOptions(staffPassword, orders, readAuthorization) }),
    // Each sweep sends what happened since the one before: this shop is small. A larger one waits a little, for fewer alerts.
    ...(alertWebhook && {
      alerts: { send: createAlertWebhook(alertWebhook), groupFor: 0, staffUrl: `${shopUrl}/staff/` },
    }),
    ...(tickEvery === undefined ? {} : { tickEvery }),
  };
}
