import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { authOptions } from "./open-vendure.mts";
import { accessSuite } from "./staff/access.suite.mts";
import { disputesSuite } from "./staff/disputes.suite.mts";
import { ordersAndChannelsSuite } from "./staff/orders-and-channels.suite.mts";
import { paymentLinksSuite } from "./staff/payment-links.suite.mts";
import { rawCardsOffSuite } from "./staff/raw-cards-off.suite.mts";
import { teaPlan } from "./subscriptions/subscription-test-shop.mts";
import { merchantsOfTwoChannels, openTestShop, type TestShop } from "./test-shop.mts";

/** What staff see and do, on a real Vendure with two channels and the sandbox. */
export function staffSuite(name: string, createDatabase: () => Promise<TestDatabase>): void {
  describe(`${name}: staff`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openTestShop({
        place: await createDatabase(),
        channels: ["north"],
        plugin: {
          // The cards are not accepted, so nobody can buy the plan.
          merchants: merchantsOfTwoChannels.map((each) => ({ ...each, variants: ["hosted", "card"] })),
          acceptRawCards: false,
          plans: { tea: teaPlan },
          operations: { query: { minimumGap: 0 }, cancelSubscription: {}, disputeWebhook: {} },
          buyersMayCancel: true,
        },
        changes: { authOptions: { ...authOptions, tokenMethod: ["bearer", "cookie"] } },
      });
    }, 120_000);
    afterAll(() => shop?.close());

    accessSuite(() => shop);
    rawCardsOffSuite(() => shop);
    ordersAndChannelsSuite(() => shop);
    disputesSuite(() => shop);
    paymentLinksSuite(() => shop);
  });
}
