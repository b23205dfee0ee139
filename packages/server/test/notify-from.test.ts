import { afterEach, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

async function notifiedShop(notifyFrom: { addresses: string[]; proxies?: number }, forwardedFor?: string) {
  const shop = await TestShop.open({ options: { notifyFrom } });
  await shop.start();
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  const body = signFields(notificationFields(shop.gateway.lastForm));
  const { status, body: text } = await shop.send(shop.notifyPath, { method: "POST", headers, body });
  return [status, text, shop.orders.length].join(" ");
}

test("a notification from a permitted address pays (REP-SENDER)", async () => {
  expect(await notifiedShop({ addresses: ["127.0.0.1"] })).toBe("200 OK 1");
});

test("a notification from another address is refused, with any forged header", async () => {
  expect(await notifiedShop({ addresses: ["203.0.113.7"] }, "203.0.113.7")).toBe("403 sender 0");
});

test("behind one proxy, the address that the proxy added decides", async () => {
  expect(await notifiedShop({ addresses: ["203.0.113.7"], proxies: 1 }, "203.0.113.7")).toBe("200 OK 1");
  expect(await notifiedShop({ addresses: ["203.0.113.7"], proxies: 1 }, "203.0.113.7, 192.0.2.1")).toBe(
    "403 sender 0",
  );
});

test.each<[unknown, string]>([
  ["203.0.113.7", "notifyFrom"],
  [{ addresses: [] }, "notifyFrom.addresses"],
  [{ addresses: ["gateway.example"] }, "notifyFrom.addresses.0"],
  [{ addresses: ["203.0.113.7"], proxies: -1 }, "notifyFrom.proxies"],
])("%j is refused at start, with its path (REP-SENDER)", async (notifyFrom, path) => {
  await expect(TestShop.open({ options: { notifyFrom: notifyFrom as never } })).rejects.toMatchObject({
    code: "options_invalid",
    problems: [{ path }],
  });
});
