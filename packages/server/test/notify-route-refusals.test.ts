import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type TestRequest, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

type Bad = (shop: TestShop) => { path?: string; sent: TestRequest };

const facts = (shop: TestShop, more: Record<string, string> = {}) =>
  notificationFields(shop.gateway.lastForm, more);

const bad: Record<string, { answer: string; make: Bad; kept?: true }> = {
  "no sign": {
    answer: "401 unsigned",
    make: (shop) => ({ sent: { body: facts(shop) } }),
    kept: true,
  },
  "another key's sign": {
    answer: "401 mismatch",
    make: (shop) => ({ sent: { body: signFields(facts(shop), "sandbox-link-key") } }),
    kept: true,
  },
  "a field altered after signing": {
    answer: "401 mismatch",
    make: (shop) => ({ sent: { body: { ...signFields(facts(shop)), true_amount: "0.01" } } }),
    kept: true,
  },
  "another merchant, well signed (B-40b)": {
    answer: "403 foreign",
    make: (shop) => ({ sent: { body: signFields(facts(shop, { memberid: "10003" }), "sandbox-link-key") } }),
    kept: true,
  },
  "another order, well signed (B-31)": {
    answer: "403 foreign",
    make: (shop) => ({ sent: { body: signFields(facts(shop, { orderid: "0123456789ABCDEFGHJK" })) } }),
    kept: true,
  },
  "a wrong token (B-21)": {
    answer: "404 unknown",
    make: (shop) => ({
      path: shop.notifyPath.replace(/.{26}$/, "0123456789ABCDEFGHJKMNPQRS"),
      sent: { body: signFields(facts(shop)) },
    }),
  },
  "the return token instead of the notify token": {
    answer: "404 unknown",
    make: (shop) => ({ path: shop.pathOf("notify"), sent: { body: signFields(facts(shop)) } }),
  },
  "an order nobody started (B-21)": {
    answer: "404 unknown",
    make: (shop) => ({
      path: shop.notifyPath.replace(/notify\/.{20}/, "notify/0123456789ABCDEFGHJK"),
      sent: { body: signFields(facts(shop, { orderid: "0123456789ABCDEFGHJK" })) },
    }),
  },
  "a field twice": {
    answer: "400 malformed",
    make: (shop) => ({
      sent: { body: `${new URLSearchParams(signFields(facts(shop)))}&true_amount=0.01` },
    }),
    kept: true,
  },
  "no body": { answer: "400 malformed", make: () => ({ sent: { method: "POST" } }) },
  "a body that is too large": {
    answer: "413 large",
    make: (shop) => ({ sent: { body: signFields(facts(shop, { attach: "x".repeat(40_000) })) } }),
    kept: true,
  },
  "a body beyond every parser's limit": {
    answer: "413 large",
    make: (shop) => ({ sent: { body: signFields(facts(shop, { attach: "x".repeat(300_000) })) } }),
    kept: true,
  },
  "another method": { answer: "405 method", make: () => ({ sent: { method: "GET" } }) },
};

describe.each([
  [4, "none"],
  [4, "both"],
  [4, "raw"],
  [5, "none"],
  [5, "simple"],
  [5, "both"],
  [5, "text"],
] as const)("on Express %i behind the parsers: %s", (release, parser) => {
  test.each(Object.entries(bad))("%s is refused and changes nothing (B-31, B-36)", async (_, each) => {
    const shop = await TestShop.open({ release, parser });
    await shop.start();
    const { path = shop.notifyPath, sent } = each.make(shop);
    const reply = await shop.send(path, sent);
    expect(`${reply.status} ${reply.body}`).toBe(each.answer);
    expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(await shop.state()).toBe("pending");
    expect(shop.calls).toBe(0);
    expect(shop.refusals).toEqual([each.answer.split(" ")[1]]);
    expect(await shop.itemKinds()).toEqual(each.kept ? ["not-verified"] : []);

    expect((await shop.notify()).body).toBe("OK");
    expect(await shop.state()).toBe("paid");
  });
});

test("405 names the permitted method", async () => {
  const shop = await TestShop.open();
  await shop.start();
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
    const reply = await shop.send(shop.notifyPath, { method });
    expect([reply.status, reply.headers.allow]).toEqual([405, "POST"]);
  }
});

test("a middleware of the shop that throws refuses the notification with one word (B-38)", async () => {
  const shop = await TestShop.open({
    before: (app) =>
      app.use((_request, _response, next) => next(new Error("token broken, look at the book"))),
  });
  await shop.start();
  const reply = await shop.notify();
  expect([reply.status, reply.body]).toEqual([500, "failure"]);
  expect(await shop.state()).toBe("pending");
  expect(JSON.stringify(shop.events)).not.toContain("broken");
});

test("a sender that disconnects in the middle leaves nothing behind", async () => {
  const shop = await TestShop.open();
  await shop.start();
  const socket = connect(Number(new URL(shop.origin).port), "127.0.0.1");
  const head = `POST ${shop.notifyPath} HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n`;
  await new Promise<void>((resolve) => {
    socket.write(`${head}content-type: application/x-www-form-urlencoded\r\n\r\nmemberid=10002`, () =>
      resolve(),
    );
  });
  socket.destroy();
  expect((await shop.notify()).body).toBe("OK");
  expect(shop.refusals).toEqual([]);
});
