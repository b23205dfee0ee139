import { afterEach, describe, expect, test } from "vitest";
import { closeShops, type TestRequest, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const form = "application/x-www-form-urlencoded";
const token = "0".repeat(26);
const number = "0".repeat(20);

/** Bodies on which one body parser or another fails before the router has the request. */
const bodies: Record<string, TestRequest> = {
  "JSON that is cut": { headers: { "content-type": "application/json" }, body: '{"a":' },
  "another charset": { headers: { "content-type": `${form}; charset=gbk` }, body: "a=b" },
  "a body of 300 kB": { body: `a=${"x".repeat(300_000)}` },
  "an unknown encoding": { headers: { "content-encoding": "zebra" }, body: "a=b" },
  "a thousand fields and more": { body: "a&".repeat(2_000) },
};

/** The paths that a stranger can send to without knowing any address, with the answers. */
const answers = {
  [`/pay/notify/${number}/${token}`]: "404 unknown",
  "/pay/notify/x": "404 unknown",
  [`/pay/return/${number}/${token}`]: "404 unknown",
  [`/pay/wait/${number}/${token}`]: "405 method",
  "/pay/nothing": "404 unknown",
  "/pay": "404 unknown",
};

describe.each([4, 5] as const)("on Express %i", (release) => {
  test.each(["none", "both", "simple", "text"] as const)(
    "behind the parsers %s, a bad body to an unknown address is answered as without parsers",
    async (parser) => {
      const shop = await TestShop.open({ release, parser });
      for (const [what, sent] of Object.entries(bodies))
        for (const [path, answer] of Object.entries(answers)) {
          const { status, body } = await shop.send(path, sent);
          expect([what, path, `${status} ${body}`]).toEqual([what, path, answer]);
        }
      expect(shop.events.map(({ event }) => event)).not.toContain("request-failed");
    },
  );
});

test("a card form on which a parser failed is answered as without parsers, and no failure is reported", async () => {
  const options = { acceptRawCards: true, cardSale: () => undefined };
  const shop = await TestShop.open({ parser: "both", options });
  const headers = { origin: shop.origin, accept: "application/json" };
  const reply = await shop.send("/pay/card/default/order-1", { headers, body: `a=${"x".repeat(300_000)}` });
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, "large"]);
  expect(shop.events.map(({ event }) => event)).toEqual(["ready"]);
});
