import { describe, expect, test, vi } from "vitest";
import type { NotificationSender } from "../../src/entries/adapter.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

const permitted: NotificationSender = { address: "203.0.113.7", isPermitted: true };

/** Posts a signed notification from this sender, to the attempt's address or to one with another token. */
function post(shop: TestShop, sender: NotificationSender | undefined, otherToken?: string) {
  const [attemptId = "", token = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const text = new URLSearchParams(signFields(notificationFields(shop.lastForm))).toString();
  const body = { kind: "raw", bytes: new TextEncoder().encode(text), contentType: undefined } as const;
  return shop.gateway.receive({ attemptId, token: otherToken ?? token, body, sender });
}

describe("requests to unknown addresses (REP-LIMIT)", () => {
  const wrongToken = "0".repeat(26);
  const replies = async (shop: TestShop, sender: NotificationSender | undefined, count: number) => {
    const statuses: number[] = [];
    for (let times = 0; times < count; times++) statuses.push((await post(shop, sender, wrongToken)).status);
    return statuses;
  };

  const limitedTo = (failedNotificationLimit: number) =>
    startPayment(new TestShop({ failedNotificationLimit }));

  test("are limited for each network, and permitted again after 15 minutes", async () => {
    const shop = await limitedTo(1);
    expect(await replies(shop, permitted, 3)).toEqual([404, 429, 429]);
    expect(await replies(shop, { address: "203.0.113.8", isPermitted: true }, 1)).toEqual([404]);
    expect(shop.events.filter(({ event }) => event === "notification-refused")).toHaveLength(2);
    shop.pass(15 * 60 - 1);
    expect(await replies(shop, permitted, 1)).toEqual([429]);
    shop.pass(1);
    expect(await replies(shop, permitted, 1)).toEqual([404]);
  });

  test("are counted together by all processes, which then ask the store no more", async () => {
    const shop = await limitedTo(2);
    const setup = new TestShop({ failedNotificationLimit: 2 }, shop.store);
    const other = await startPayment(setup, hostedSaleInput("order-2"));
    const countRequest = vi.spyOn(shop.store, "countRequest");
    expect(await replies(shop, permitted, 2)).toEqual([404, 404]);
    expect(await replies(other, permitted, 3)).toEqual([429, 429, 429]);
    expect(countRequest).toHaveBeenCalledTimes(3);
  });

  test("are refused as unknown while the store cannot count", async () => {
    const shop = await limitedTo(1);
    shop.store.countRequest = () => Promise.reject(new Error("away"));
    expect(await replies(shop, permitted, 3)).toEqual([404, 404, 404]);
  });

  test("of an unknown sender are not limited", async () => {
    const shop = await limitedTo(1);
    expect(await replies(shop, { address: undefined, isPermitted: true }, 3)).toEqual([404, 404, 404]);
    expect(await replies(shop, undefined, 1)).toEqual([404]);
  });
});
