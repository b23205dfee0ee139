import type { PayIndexEvent, Variant } from "@pay-index/core";
import { payIndex } from "@pay-index/express";
import { sqlite } from "@pay-index/express/sqlite";
import type { Orders } from "./orders.ts";
import { cardSaleOf } from "./sale.ts";

export interface PaymentSettings {
  /** Where the gateway is. */
  readonly gateway: string;
  /** Where this shop is reached from outside. */
  readonly shopUrl: string;
  /** The file with the orders. The payments live beside them. */
  readonly file: string;
  /** The secret that the gateway gave out with each merchant id. */
  readonly keys: Readonly<Record<Variant, string>>;
  readonly observe: (event: PayIndexEvent) => void;
}

/** Everything it takes to get paid. A merchant of the sandbox serves one variant each, so there are five. */
export function openPayments({ gateway, shopUrl, file, keys, observe }: PaymentSettings, orders: Orders) {
  return payIndex({
    gateway,
    sandbox: true,
    publicUrl: `${shopUrl}/pay`,
    merchants: [
      { id: "10001", key: keys.card, variants: ["card"] },
      { id: "10002", key: keys.hosted, variants: ["hosted"] },
      { id: "10003", key: keys.link, variants: ["link"] },
      { id: "10004", key: keys.subscription, variants: ["subscription"] },
      { id: "10005", key: keys.apm, variants: ["apm"] },
    ],
    // Two of the variants take the card in this shop. A shop with `hosted` alone leaves this line out, and is better off.
    acceptRawCards: true,
    store: sqlite(file),
    // In the payment's own transaction: the order is marked exactly once, or the whole is tried again. Nothing in it may wait
    // for something slow, because nobody else writes to the file meanwhile.
    onPaid: ({ payment, tx }) => {
      tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(payment.reference);
    },
    orderPage: ({ reference }) => `/orders/${reference}`,
    // The card route asks for the rest of the sale: the amount comes from the order, never from the form.
    cardSale: ({ reference }) => cardSaleOf(orders.find(reference)),
    observe,
  });
}
