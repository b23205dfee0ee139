import { afterEach } from "vitest";
import { createControlClient } from "../../src/control-client.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/index.ts";
import { type NotifiedShop, openNotifiedShop, type ReplyHandler, replyOk } from "./notified-shop.ts";
import { type Fields, sellSigned, type Variant } from "./sale.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A sandbox without chance, a client of its control API, and a shop. All are closed when the test is over. */
export interface SandboxSetup {
  readonly sandbox: Sandbox;
  readonly control: ReturnType<typeof createControlClient>;
  readonly shop: NotifiedShop;
  /** Sells to the shop, whose addresses the sale has. */
  sell(orderId: string, more?: Fields, variant?: Variant): ReturnType<typeof sellSigned>;
  /** The notifications that the shop received, as plain objects, in the order of arrival. */
  notifications(): readonly Record<string, string>[];
}

export async function setUpSandbox(
  options: SandboxOptions = {},
  reply: ReplyHandler = replyOk,
): Promise<SandboxSetup> {
  const shop = await openNotifiedShop(reply);
  open.push(shop);
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, frozen: true, ...options });
  open.push(sandbox);
  return {
    sandbox,
    shop,
    control: createControlClient(sandbox.url),
    sell: (orderId, more = {}, variant = "card") =>
      sellSigned(sandbox.url, variant, {
        pay_orderid: orderId,
        pay_notifyurl: `${shop.notifyUrl}/${orderId}`,
        pay_callbackurl: shop.callbackUrl,
        ...more,
      }),
    notifications: () => shop.received.map(({ fields }) => Object.fromEntries(fields)),
  };
}
