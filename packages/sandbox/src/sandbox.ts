import { type OrderView, viewOf } from "./book/order-view.ts";
import type { Desk } from "./control/desk.ts";
import { openGateway } from "./gateway.ts";
import { type Merchant, merchants } from "./merchants.ts";
import { type SandboxOptions, settle } from "./options.ts";
import { sandboxApp } from "./server/app.tsx";
import { listen, portOf, stopListening, urlOf } from "./server/listen.ts";

/** A running gateway, and all that can be done at its desk. */
export interface Sandbox extends Desk {
  /** Where shops send their sales: without a slash at its end, and without `/pay_index`. */
  readonly url: string;
  readonly port: number;
  /** Give it to `createSandbox` again to get the same row of jitters. */
  readonly seed: number;
  readonly merchants: readonly Merchant[];
  /** A copy of one order as it stands. Without a merchant, the latest that has this number. */
  order(orderNumber: string, merchantId?: string): OrderView | undefined;
  /** Copies of all orders, the oldest first. Not for a data file with very many: see `latestOrders`. */
  orders(): readonly OrderView[];
  /**
   * Begins nothing more, and resolves when notifications on their way have ended and the port is free. What was
   * planned goes on at the next start with the same data file; without one it is forgotten.
   */
  close(): Promise<void>;
}

/**
 * Starts a whole gateway on this machine. Rejects with SandboxError `bad_option`, `port_taken`, `cannot_listen`,
 * `data_file_in_use` or `data_file_unusable`.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settle(options);
  const { log, host, allowHosts } = settings;
  let url = "";
  const gateway = openGateway(settings, () => url);
  const app = sandboxApp({
    ...gateway,
    ownHosts: { listening: host, allowed: allowHosts },
    url: () => url,
    log,
  });
  const server = await listen(app, host, settings.port).catch((error: unknown) => {
    gateway.shut();
    throw error;
  });
  const port = portOf(server);
  url = urlOf(host, port);
  gateway.start();
  const { book } = gateway;
  let closing: Promise<void> | undefined;
  const close = async () => {
    const stopped = stopListening(server);
    await gateway.close();
    await stopped;
    gateway.shut();
  };
  return {
    ...gateway.desk,
    url,
    port,
    seed: settings.seed,
    merchants,
    order(orderNumber, merchantId) {
      const order = book.find(orderNumber, merchantId);
      return order && viewOf(order);
    },
    orders: () => book.all().map(viewOf),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
