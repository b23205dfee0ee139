import { expect, test } from "vitest";
import { setShopFunctions } from "./options-of-test.mts";
import type { TestShop } from "./test-shop.mts";

/** The shop sends its alerts by Medusa's Notification module, as `docs/reference/medusa.md` describes. */
export function alertsSuite(open: () => TestShop): void {
  test("an alert about a review item becomes a notification of Medusa, once", async () => {
    setShopFunctions({
      // A shop of the test has no provider for e-mails.
      sendAlert: ({ id, kind, subject, text }, { container }) =>
        kind === "review-item-opened" &&
        container.resolve("notification").createNotifications({
          to: "payments@shop.example",
          channel: "feed",
          template: "pay-index-alert",
          data: { subject, text },
          idempotency_key: id,
        }),
    });
    const { cartId, attemptId } = await open().paidOrder();
    const { gateway } = open().payIndex;
    await gateway.requestRefund({ attemptId, dedupeKey: "alert-1", evidence: "The cup is broken." });
    const notifications = async (): Promise<readonly string[]> => {
      await gateway.sweep();
      const found = await open().resolve("notification").listNotifications({ template: "pay-index-alert" });
      return found
        .map(({ data }: { data: { text: string } }) => data.text)
        .filter((text: string) => text.includes(cartId));
    };
    await expect.poll(notifications, { timeout: 30_000 }).toHaveLength(1);
    expect(await notifications()).toEqual([expect.stringContaining(`Refund requested: ${cartId}`)]);
  });
}
