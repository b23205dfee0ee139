import { Book } from "./book/book.ts";
import { DeliveryQueue } from "./book/delivery-queue.ts";
import type { Delivery } from "./book/order.ts";
import { type OrderView, viewOf } from "./book/order-view.ts";
import { seededJitter } from "./jitter.ts";
import { type Merchant, merchants } from "./merchants.ts";
import { Notifier } from "./notifier/notifier.ts";
import { type SandboxOptions, type Settings, settle } from "./options.ts";
import { SaleDesk } from "./sale-desk/sale-desk.ts";
import { sandboxApp } from "./server/app.tsx";
import { listen, portOf, stopListening, urlOf } from "./server/listen.ts";
import { Till } from "./till.ts";

/** A running gateway. */
export interface Sandbox {
  /** Where shops send their sales: without a slash at its end, and without `/pay_index`. */
  readonly url: string;
  readonly port: number;
  /** Give it to `createSandbox` again to get the same row of jitters. */
  readonly seed: number;
  readonly merchants: readonly Merchant[];
  /** A copy of one order as it stands. Without a merchant, the latest that has this number. */
  order(orderNumber: string, merchantId?: string): OrderView | undefined;
  /** Copies of all orders, the oldest first. */
  orders(): readonly OrderView[];
  /**
   * The order's next finished delivery. Each is handed out once, the oldest first: one that is already over resolves
   * at once. The order need not exist yet. Rejects with SandboxError `closed` when the sandbox is closed before it.
   */
  nextDelivery(orderNumber: string): Promise<Delivery>;
  /** Forgets planned notifications and resolves when those on their way have ended and the port is free. */
  close(): Promise<void>;
}

/**
 * Starts a whole gateway on this machine: orders live in memory and are gone when it is closed.
 * Rejects with SandboxError `bad_option`, `port_taken` or `cannot_listen`.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settle(options);
  const { clock, log, host } = settings;
  const book = new Book();
  const queue = new DeliveryQueue();
  const notifier = openNotifier(settings, queue);
  const till = new Till({ clock, notifier, nextOffset: seededJitter(settings.seed, settings.jitter), log });
  let url = "";
  const desk = new SaleDesk({ ...settings, book, till, url: () => url });
  const server = await listen(
    sandboxApp({ book, till, desk, host, url: () => url, log }),
    host,
    settings.port,
  );
  const port = portOf(server);
  url = urlOf(host, port);
  let closing: Promise<void> | undefined;
  const close = async () => {
    const stopped = stopListening(server);
    await notifier.close();
    queue.close();
    await stopped;
  };
  return {
    url,
    port,
    seed: settings.seed,
    merchants,
    order(orderNumber, merchantId) {
      const order = book.find(orderNumber, merchantId);
      return order && viewOf(order);
    },
    orders: () => book.all().map(viewOf),
    nextDelivery: (orderNumber) => queue.next(orderNumber),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function openNotifier({ clock, retryGaps, deliveryTimeout, log }: Settings, queue: DeliveryQueue): Notifier {
  return new Notifier({
    clock,
    retryGaps,
    deliveryTimeout,
    onDelivery(order, delivery) {
      const next = order.nextDeliveryAt === undefined ? "" : ", will be repeated";
      log(`order ${order.orderNumber}: notification ${delivery.try} ${delivery.outcome}${next}`);
      queue.push(order.orderNumber, delivery);
    },
  });
}
