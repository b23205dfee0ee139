import { randomBytes, randomInt } from "node:crypto";
import type { Merchant } from "../merchants.ts";
import type { NotifyTarget } from "../notifier/notify-target.ts";
import type { Sale } from "../sale-desk/check-sale.ts";
import type { Order } from "./order.ts";

/** What the gateway adds to a sale when it accepts it. */
export interface Acceptance {
  readonly merchant: Merchant;
  readonly notify: NotifyTarget;
  readonly createdAt: number;
}

/** Every order this gateway accepted, in memory, in the order they came. */
export class Book {
  readonly #byKey = new Map<string, Order>();
  readonly #byPage = new Map<string, Order>();
  readonly #byNumber = new Map<string, Order[]>();
  readonly #numbers = new Set<string>();

  /** REQ-ORDERID: an order number is used once per merchant, for ever, whatever became of it. */
  has(merchant: Merchant, orderNumber: string): boolean {
    return this.#byKey.has(keyOf(merchant, orderNumber));
  }

  add(sale: Sale, { merchant, notify, createdAt }: Acceptance): Order {
    const order: Order = {
      orderNumber: sale.orderNumber,
      merchant,
      amount: sale.amount,
      currency: sale.currency,
      items: sale.items,
      shopUrl: sale.shopUrl,
      callbackUrl: sale.callbackUrl,
      notify,
      ...(sale.plan ? { plan: sale.plan } : {}),
      appScheme: sale.appScheme,
      namedMethod: sale.method,
      pageId: randomBytes(18).toString("base64url"),
      transactionId: this.#freshNumber(),
      ...(merchant.variant === "subscription" ? { subscriptionId: this.#freshNumber() } : {}),
      createdAt,
      step: merchant.variant === "apm" ? "methods" : "checkout",
      state: "pending",
      ...(sale.method ? { method: sale.method } : {}),
      deliveries: [],
    };
    this.#byKey.set(keyOf(merchant, order.orderNumber), order);
    this.#byPage.set(order.pageId, order);
    const sameNumber = this.#byNumber.get(order.orderNumber);
    if (sameNumber) sameNumber.push(order);
    else this.#byNumber.set(order.orderNumber, [order]);
    return order;
  }

  byPage(pageId: string): Order | undefined {
    return this.#byPage.get(pageId);
  }

  /** The latest with this number; merchants may use the same number, so one of them can be asked for. */
  find(orderNumber: string, merchantId?: string): Order | undefined {
    return this.#byNumber
      .get(orderNumber)
      ?.findLast((order) => merchantId === undefined || order.merchant.id === merchantId);
  }

  all(): readonly Order[] {
    return [...this.#byKey.values()];
  }

  /** Twelve digits, never the same twice. Not seeded: a shop's database outlives the sandbox. */
  #freshNumber(): string {
    for (;;) {
      const number = String(randomInt(100_000_000_000, 1_000_000_000_000));
      if (!this.#numbers.has(number)) {
        this.#numbers.add(number);
        return number;
      }
    }
  }
}

function keyOf(merchant: Merchant, orderNumber: string): string {
  return `${merchant.id} ${orderNumber}`;
}
