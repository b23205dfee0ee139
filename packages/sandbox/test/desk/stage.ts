import { afterEach } from "vitest";
import { controlClient } from "../../src/client.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/index.ts";
import { type Fields, sell, type Variant } from "./sale.ts";
import { ok, openShop, type Reply, type Shop } from "./shop.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A sandbox without chance, a client of its desk, and a shop. All are closed when the test is over. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly desk: ReturnType<typeof controlClient>;
  readonly shop: Shop;
  /** Sells to the shop, whose addresses the sale has. */
  sell(orderNumber: string, more?: Fields, variant?: Variant): ReturnType<typeof sell>;
  /** What the shop was told, as plain objects, in the order it came. */
  told(): readonly Record<string, string>[];
}

export async function setStage(options: SandboxOptions = {}, reply: Reply = ok): Promise<Stage> {
  const shop = await openShop(reply);
  open.push(shop);
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, frozen: true, ...options });
  open.push(sandbox);
  return {
    sandbox,
    shop,
    desk: controlClient(sandbox.url),
    sell: (orderNumber, more = {}, variant = "card") =>
      sell(sandbox.url, variant, {
        pay_orderid: orderNumber,
        pay_notifyurl: `${shop.notifyUrl}/${orderNumber}`,
        pay_callbackurl: shop.callbackUrl,
        ...more,
      }),
    told: () => shop.received.map(({ fields }) => Object.fromEntries(fields)),
  };
}
