import { afterEach, describe, expect, test } from "vitest";
import { openCardShop, postCard } from "../../express/test/card-shop.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type ShopSetup, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const [gatewayAddress, stranger] = ["203.0.113.7", "198.51.100.9"];
const wrongToken = "0123456789ABCDEFGHJKMNPQRS";

/** Express's own setting changes `req.ip`, and must not change who sent a notification. */
const trustProxy = [false, true, 1, "loopback"] as const;

async function openShop(options: NonNullable<ShopSetup["options"]>, trust: boolean | number | string = 1) {
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

const forwardedFor = (value: string) => ({ "x-forwarded-for": value });

describe.each(trustProxy)("without proxies, with trust proxy: %s", (trust) => {
  const notifyFrom = { addresses: [gatewayAddress] };

  test.each([
    ["X-Forwarded-For", forwardedFor(gatewayAddress)],
    ["X-Forwarded-For in the first place", forwardedFor(`${gatewayAddress}, 127.0.0.1`)],
    ["X-Forwarded-For in the last place", forwardedFor(`127.0.0.1, ${gatewayAddress}`)],
    ["X-Forwarded-For as mapped IPv4", forwardedFor(`::ffff:${gatewayAddress}`)],
    ["X-Real-IP", { "x-real-ip": gatewayAddress }],
    ["Forwarded", { forwarded: `for=${gatewayAddress}` }],
    ["X-Client-IP", { "x-client-ip": gatewayAddress, "true-client-ip": gatewayAddress }],
  ])("a forged %s does not pass notifyFrom (REP-SENDER)", async (_, headers) => {
    const shop = await openShop({ notifyFrom }, trust);
    expect(await post(shop, headers)).toBe("403 sender");
    expect([await shop.state(), shop.orders]).toEqual(["pending", []]);
    expect(JSON.stringify(shop.events)).toContain("does not contain its sender 127.0.0.1.");
  });

  test("forged entries do not avoid the limit of failed notifications (REP-LIMIT)", async () => {
    const shop = await openShop({ failedNotificationLimit: 2 }, trust);
    const replies: string[] = [];
    for (let guess = 1; guess <= 4; guess++)
      replies.push(await post(shop, forwardedFor(`203.0.113.${guess}`), wrongToken));
    expect(replies).toEqual(["404 unknown", "404 unknown", "429 limited", "429 limited"]);
    expect(await post(shop, {})).toBe("200 OK");
    expect(await shop.state()).toBe("paid");
  });
});

/** What the shop's own proxy sends on: the entries of the sender, then the address of the sender's connection. */
const throughProxy = (client: string, forged?: string) =>
  forwardedFor(forged === undefined ? client : `${forged}, ${client}`);

describe.each(trustProxy)("behind a proxy of the shop, with trust proxy: %s", (trust) => {
  const notifyFrom = { addresses: [gatewayAddress], proxies: 1 };

  test("the client's address decides, and a forged left-most entry does not (REP-SENDER)", async () => {
    const shop = await openShop({ notifyFrom }, trust);
    for (const headers of [
      {},
      throughProxy(stranger),
      throughProxy(stranger, gatewayAddress),
      throughProxy(stranger, `${gatewayAddress}, ${gatewayAddress}`),
      throughProxy("127.0.0.1", gatewayAddress),
    ])
      expect(await post(shop, headers)).toBe("403 sender");
    expect([await shop.state(), shop.orders]).toEqual(["pending", []]);
    expect(await post(shop, throughProxy(gatewayAddress, stranger))).toBe("200 OK");
    expect([await shop.state(), shop.orders]).toEqual(["paid", ["order-1"]]);
  });

  test("each client has its own limit, which forged entries neither avoid nor use up (REP-LIMIT)", async () => {
    const shop = await openShop({ notifyFrom, failedNotificationLimit: 2 }, trust);
    const guess = (client: string, forged?: string) => post(shop, throughProxy(client, forged), wrongToken);
    const replies: string[] = [];
    for (let number = 1; number <= 4; number++) replies.push(await guess(stranger, `192.0.2.${number}`));
    expect(replies).toEqual(["404 unknown", "404 unknown", "429 limited", "429 limited"]);
    expect(await guess("192.0.2.1")).toBe("404 unknown");
    expect(await guess(gatewayAddress, stranger)).toBe("404 unknown");
    expect(await post(shop, throughProxy(gatewayAddress))).toBe("200 OK");
  });
});

test("behind two proxies, neither the sender's entries nor the inner proxy is the client (REP-SENDER)", async () => {
  const shop = await openShop({ notifyFrom: { addresses: [gatewayAddress], proxies: 2 } }, 2);
  expect(await post(shop, forwardedFor(`${gatewayAddress}, ${stranger}, 10.0.0.2`))).toBe("403 sender");
  expect(await post(shop, forwardedFor(`${stranger}, ${gatewayAddress}`))).toBe("403 sender");
  expect(await post(shop, forwardedFor(`${stranger}, ${gatewayAddress}, 10.0.0.2`))).toBe("200 OK");
});

describe("the limit of card attempts of a network", () => {
  /** Each attempt is for another order, so that only the network is counted. */
  async function statuses(
    trust: boolean | number,
    addresses: (attempt: number) => string,
  ): Promise<number[]> {
    const shop = await openCardShop({ before: (app) => app.set("trust proxy", trust) });
    shop.gateway.answer = (_, response) => void response.end('{"status":2,"msg":"declined"}');
    const all: number[] = [];
    for (let attempt = 1; attempt <= 21; attempt++) {
      const headers = forwardedFor(addresses(attempt));
      all.push((await postCard(shop, { reference: `order-${attempt}`, headers })).status);
    }
    return all;
  }

  const limited = [...Array<number>(20).fill(303), 429];

  test("counts a peer that is no trusted proxy, whatever address it forges", async () => {
    expect(await statuses(false, (attempt) => `203.0.113.${attempt}`)).toEqual(limited);
  });

  test("counts the client of a trusted proxy, and no forged left-most entry", async () => {
    expect(await statuses(1, (attempt) => `203.0.113.${attempt}, ${stranger}`)).toEqual(limited);
    const others = await statuses(1, (attempt) => `${stranger}, 203.0.113.${attempt}`);
    expect(others).toEqual(Array<number>(21).fill(303));
  });
});
