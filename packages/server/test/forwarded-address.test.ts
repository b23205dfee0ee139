import { afterEach, describe, expect, test } from "vitest";
import { openCardShop, postCard } from "../../express/test/card-shop.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type ShopSetup, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const [gatewayAddress, stranger] = ["203.0.113.7", "198.51.100.9"];
const wrongToken = "0123456789ABCDEFGHJKMNPQRS";
const forwardedFor = (value: string) => ({ "x-forwarded-for": value });

async function openShop(options: NonNullable<ShopSetup["options"]>, trust: boolean | number | string) {
  const shop = await TestShop.open({ options, before: (app) => app.set("trust proxy", trust) });
  await shop.start();
  return shop;
}

/** Posts a signed notification to the attempt's address, or to one with a wrong token. */
async function post(shop: TestShop, headers: Record<string, string>, token?: string) {
  const path = token === undefined ? shop.notifyPath : shop.notifyPath.replace(/[^/]+$/, token);
  const body = signFields(notificationFields(shop.gateway.lastForm));
  const reply = await shop.send(path, { method: "POST", headers, body });
  return `${reply.status} ${reply.body}`;
}

/** Express's own setting changes `req.ip`, and must not change who sent a notification. */
describe.each([false, true, 1, "loopback"])("with trust proxy: %s", (trust) => {
  test("a forged entry does not pass notifyFrom without proxies (REP-SENDER)", async () => {
    const shop = await openShop({ notifyFrom: { addresses: [gatewayAddress] } }, trust);
    expect(await post(shop, forwardedFor(`127.0.0.1, ::ffff:${gatewayAddress}`))).toBe("403 sender");
    expect(await shop.state()).toBe("pending");
    expect(JSON.stringify(shop.events)).toContain("does not contain its sender 127.0.0.1.");
  });

  test("forged entries neither pass notifyFrom nor avoid the limit behind a proxy (REP-SENDER, REP-LIMIT)", async () => {
    const notifyFrom = { addresses: [gatewayAddress], proxies: 1 };
    const shop = await openShop({ notifyFrom, failedNotificationLimit: 2 }, trust);
    expect(await post(shop, forwardedFor(`${gatewayAddress}, ${stranger}`))).toBe("403 sender");
    const guess = (client: string) => post(shop, forwardedFor(client), wrongToken);
    const replies: string[] = [];
    for (let number = 1; number <= 3; number++) replies.push(await guess(`192.0.2.${number}, ${stranger}`));
    expect(replies).toEqual(["404 unknown", "404 unknown", "429 limited"]);
    expect(await guess(`${stranger}, 192.0.2.1`)).toBe("404 unknown");
    expect(await post(shop, forwardedFor(`${stranger}, ${gatewayAddress}`))).toBe("200 OK");
    expect(await shop.state()).toBe("paid");
  });
});

test("a peer that is no trusted proxy cannot avoid the limit of card attempts of a network by forged entries", async () => {
  const shop = await openCardShop({ before: (app) => app.set("trust proxy", false) });
  shop.gateway.answer = (_, response) => void response.end('{"status":2,"msg":"declined"}');
  const attempt = async (number: number) =>
    (await postCard(shop, { reference: `order-${number}`, headers: forwardedFor(`203.0.113.${number}`) }))
      .status;
  for (let number = 1; number <= 20; number++) expect(await attempt(number)).toBe(303);
  expect(await attempt(21)).toBe(429);
});
