import type { SandboxControl } from "./control/sandbox-control.ts";
import { openGatewayServices } from "./gateway-services.ts";
import { type Merchant, merchants } from "./merchants.ts";
import { resolveOptions, type SandboxOptions } from "./options.ts";
import { type OrderView, toOrderView } from "./orders/order-view.ts";
import { createSandboxApp } from "./sandbox-app.tsx";
import { buildUrl, listen, readPort, stopListening } from "./server/listen.ts";

/** A running gateway, and all that can be done at its desk. */
export interface Sandbox extends SandboxControl {
  /** Where shops send their sales: without a slash at its end, and without `/pay_index`. */
  readonly url: string;
  readonly port: number;
  /** Give it to `createSandbox` again to get the same row of jitters. */
  readonly seed: number;
  readonly merchants: readonly Merchant[];
  /** A copy of one order as it stands. Without a merchant, the latest that has this number. */
  order(orderId: string, merchantId?: string): OrderView | undefined;
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
  const settings = resolveOptions(options);
  const { log, host, allowHosts } = settings;
  let url = "";
  const gateway = openGatewayServices(settings, () => url);
  const app = createSandboxApp({
    ...gateway,
    ownHosts: { listening: host, allowed: allowHosts },
    url: () => url,
    log,
  });
  const server = await listen(app, host, settings.port).catch((error: unknown) => {
    gateway.shut();
    throw error;
  });
  const port = readPort(server);
  url = buildUrl(host, port);
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
    order(orderId, merchantId) {
      const order = book.find(orderId, merchantId);
      return order && toOrderView(order);
    },
    orders: () => book.all().map(toOrderView),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
