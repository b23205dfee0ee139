import { createLocalControl } from "./control/local-control.ts";
import type { SandboxControl } from "./control/sandbox-control.ts";
import { type Merchant, merchants } from "./merchants.ts";
import { openGateway } from "./open-gateway.ts";
import { resolveOptions, type SandboxOptions } from "./options.ts";
import { type OrderView, toOrderView } from "./orders/order-view.ts";
import { createSandboxApp } from "./sandbox-app.tsx";
import { buildServerUrl, listen, readListeningPort, stopListening } from "./server/listen.ts";

/** A running gateway, with the functions of its control API. */
export interface Sandbox extends SandboxControl {
  /** The address to which shops send their sales, without a slash at the end and without `/pay_index`. */
  readonly url: string;
  readonly port: number;
  /** The seed of the random delays. Pass it to `createSandbox` to repeat them. */
  readonly seed: number;
  readonly merchants: readonly Merchant[];
  /** Returns a copy of one order. Without a merchant, the latest order with this ID. */
  order(orderId: string, merchantId?: string): OrderView | undefined;
  /** Returns copies of all orders, oldest first. For a data file with very many orders, use `latestOrders`. */
  orders(): readonly OrderView[];
  /**
   * Stops the gateway. Resolves when running deliveries have ended and the port is free. With a data file, scheduled
   * work continues at the next start. Without one, it is lost.
   */
  close(): Promise<void>;
}

/**
 * Starts a gateway on this machine.
 *
 * @throws SandboxError `bad_option`, `port_taken`, `cannot_listen`, `data_file_in_use` or `data_file_unusable`
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = resolveOptions(options);
  let url = "";
  const { core, ...gateway } = openGateway(settings, () => url);
  const control = createLocalControl(core);
  const { host, port: wantedPort, seed } = settings;
  const server = await listen(createSandboxApp(core, control), host, wantedPort).catch((error: unknown) => {
    gateway.shut();
    throw error;
  });
  const port = readListeningPort(server);
  url = buildServerUrl(host, port);
  gateway.start();
  const { orderStore } = core;
  let closing: Promise<void> | undefined;
  const close = async () => {
    const stopped = stopListening(server);
    await gateway.close();
    await stopped;
    gateway.shut();
  };
  return {
    ...control,
    url,
    port,
    seed,
    merchants,
    order(orderId, merchantId) {
      const order = orderStore.find(orderId, merchantId);
      return order && toOrderView(order);
    },
    orders: () => orderStore.all().map(toOrderView),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
