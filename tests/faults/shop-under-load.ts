import type { CheckoutKey } from "@pay-index/conformance";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { expect, onTestFinished } from "vitest";
import { CustomShop } from "../../packages/express/test/conformance/custom-shop.ts";

const buyer = { firstName: "Ada", lastName: "King", email: "a@example.com", phone: "5550100", country: "GB" };

/** What a buyer has begun to pay. */
export interface BegunPayment {
  readonly checkout: CheckoutKey;
  readonly attemptId: string;
}

/** Prints what a test does: Vitest prints no console of a test that passes. */
export function tell(line: string): void {
  process.stdout.write(`   ${line}\n`);
}

/**
 * Opens the processes of one shop, and a gateway that repeats each notification ten times a second until it gets OK.
 *
 * @param file the process of the shop
 */
export async function openShopUnderLoad(database: string, processes: number, file?: URL) {
  const sandbox = await createSandbox({
    port: 0,
    jitter: { min: 0, max: 0 },
    retryGaps: Array<number>(600).fill(100),
  });
  onTestFinished(() => sandbox.close());
  const merchants = sandbox.merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] }));
  const settings = { gateway: sandbox.url, sandbox: true, acceptRawCards: true, merchants };
  const shops: CustomShop[] = [];
  for (let process = 0; process < processes; process++) {
    const shop = await CustomShop.open(
      settings,
      {
        address: { kind: "postgres", url: database },
        away: (during) => during(),
        files: async () => "",
        remove: async () => undefined,
      },
      file,
    );
    onTestFinished(() => shop.close());
    shops.push(shop);
  }
  const gateway = createControlClient(sandbox.url);

  /** A buyer begins to pay at one of the processes. */
  async function begin(shop: CustomShop): Promise<BegunPayment> {
    const lines = [{ name: "Tea", price: 1999, quantity: 1 }];
    const checkout = await shop.checkout({ currency: "USD", lines, buyer });
    const reply = await shop.submit(checkout, { variant: "hosted" });
    if ("refused" in reply) throw new Error(reply.refused);
    const { payment } = await shop.read(checkout);
    return { checkout, attemptId: payment?.attempts[0]?.attemptId ?? "" };
  }

  /** Returns those whose notification got OK. */
  async function answeredOk(begun: readonly BegunPayment[]) {
    const orders = await Promise.all(begun.map(({ attemptId }) => gateway.orderDetails(attemptId)));
    return orders.filter(({ timeline }) => JSON.stringify(timeline).includes('"reply":"OK"'));
  }

  /** Waits until all got OK, are paid, and have one order each. */
  async function expectAllPlacedOnce(shop: CustomShop, begun: readonly BegunPayment[]): Promise<void> {
    const read = async () =>
      (await Promise.all(begun.map(({ checkout }) => shop.read(checkout)))).map(
        ({ orders, effects, payment }) => [orders, effects, payment?.state],
      );
    await expect.poll(read, { timeout: 60_000 }).toEqual(begun.map(() => [1, 1, "paid"]));
    expect(await answeredOk(begun)).toHaveLength(begun.length);
    tell(`${begun.length} payments got OK. Each has one order.`);
  }

  const pay = ({ attemptId }: BegunPayment) => gateway.resolve(attemptId, { outcome: "paid" });
  return { shops, begin, pay, answeredOk, expectAllPlacedOnce };
}
