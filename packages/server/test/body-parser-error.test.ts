import { afterEach, describe, expect, test } from "vitest";
import { closeShops, type TestRequest, type TestResponse, TestShop } from "../../express/test/test-shop.ts";

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

/** What a stranger can send without knowing any address. */
const addresses: Record<string, { path: string; answer: string }> = {
  "a notification": { path: `/pay/notify/${number}/${token}`, answer: "404 unknown" },
  "a notification without a token": { path: "/pay/notify/x", answer: "404 unknown" },
  "a return": { path: `/pay/return/${number}/${token}`, answer: "404 unknown" },
  "a waiting page": { path: `/pay/wait/${number}/${token}`, answer: "405 method" },
  "a state": { path: `/pay/state/${number}/${token}`, answer: "405 method" },
  "a route that does not exist": { path: "/pay/nothing", answer: "404 unknown" },
  "the mount point": { path: "/pay", answer: "404 unknown" },
};

const wordOf = ({ status, body }: TestResponse) => `${status} ${body}`;

describe.each([4, 5] as const)("on Express %i", (release) => {
  describe.each(["none", "both", "simple", "text"] as const)("behind the parsers: %s", (parser) => {
    test.each(Object.entries(bodies))(
      "%s to an unknown address is answered as without parsers",
      async (_, sent) => {
        const shop = await TestShop.open({ release, parser });
        for (const { path, answer } of Object.values(addresses))
          expect([path, wordOf(await shop.send(path, sent))]).toEqual([path, answer]);
        const failures = shop.events.filter(({ event }) => event === "request-failed");
        expect(failures).toEqual([]);
      },
    );
  });
});

test("a card form on which a parser failed is answered as without parsers, and no failure is reported", async () => {
  const shop = await TestShop.open({
    parser: "both",
    options: { acceptRawCards: true, cardSale: () => undefined },
  });
  const headers = { origin: shop.origin, accept: "application/json" };
  const reply = await shop.send("/pay/card/default/order-1", { headers, body: `a=${"x".repeat(300_000)}` });
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, "large"]);
  expect(shop.events.map(({ event }) => event)).toEqual(["ready"]);
});
