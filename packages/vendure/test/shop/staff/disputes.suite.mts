import { expect, test } from "vitest";
import { northId, type TestShop } from "../test-shop.mts";

/** A chargeback at the gateway, in a shop whose merchants have dispute webhooks. */
export function disputesSuite(shop: () => TestShop): void {
  const webhooks = async (staff = shop().staff, headers?: Record<string, string>) =>
    (await staff.desk("health", undefined, headers)).disputeWebhooks;

  test("the health has the webhooks of the channel's merchants, and the log those of all (DSP-ADDRESS)", async () => {
    const address = (tenant: string) => ({
      merchantId: "10002",
      url: expect.stringMatching(new RegExp(`^${shop().origin}/pay/dispute/${tenant}/10002/[0-9A-Z]{26}$`)),
    });
    const all = await webhooks();
    expect(all).toEqual([address("default"), address(northId)]);
    expect(await webhooks(shop().staff, { "vendure-token": "north" })).toEqual([address(northId)]);
    const ready = shop().logged.find((line) => line.includes('"ready"')) ?? "";
    for (const { url } of all) expect(ready).toContain(url);
  });

  test.each([
    ["nothing else", [], 0],
    ["UpdateOrder", ["UpdateOrder"], 0],
    ["UpdatePaymentMethod", ["UpdatePaymentMethod"], 2],
    ["UpdateSettings", ["UpdateSettings"], 2],
  ])(
    "the address of a webhook is shown only to users who may change payment methods: with %s (DSP-ADDRESS)",
    async (_, rights, count) => {
      const reader = await shop().staffWith(["ReadPayIndexPayment", ...rights]);
      expect(await webhooks(reader)).toHaveLength(count);
    },
  );
}
