import { afterEach, expect, test } from "vitest";
import { openCardShop, postCard } from "../../express/test/card-shop.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const gatewayAddress = "203.0.113.7";
const forwardedFor = (value: string) => ({ "x-forwarded-for": value });

/** Express's own setting changes `req.ip`, and must not change who sent a notification. */
test.each([false, true, 1, "loopback"])(
  "with trust proxy %s, a forged entry does not pass notifyFrom without proxies (REP-SENDER)",
  async (trust) => {
    const shop = await TestShop.open({
      options: { notifyFrom: { addresses: [gatewayAddress] } },
      before: (app) => app.set("trust proxy", trust),
    });
    await shop.start();
    const headers = forwardedFor(`127.0.0.1, ::ffff:${gatewayAddress}`);
    const body = signFields(notificationFields(shop.gateway.lastForm));
    const reply = await shop.send(shop.notifyPath, { method: "POST", headers, body });
    expect(`${reply.status} ${reply.body}`).toBe("403 sender");
    expect(await shop.state()).toBe("pending");
    expect(JSON.stringify(shop.events)).toContain("does not contain its sender 127.0.0.1.");
    expect(await shop.itemKinds()).toEqual(["not-verified"]);
  },
);

test("a peer that is no trusted proxy cannot avoid the limit of card attempts of a network by forged entries", async () => {
  const shop = await openCardShop({ before: (app) => app.set("trust proxy", false) });
  shop.gateway.answer = (_, response) => void response.end('{"status":2,"msg":"declined"}');
  const attempt = async (number: number) =>
    (await postCard(shop, { reference: `order-${number}`, headers: forwardedFor(`203.0.113.${number}`) }))
      .status;
  for (let number = 1; number <= 20; number++) expect(await attempt(number)).toBe(303);
  expect(await attempt(21)).toBe(429);
});
