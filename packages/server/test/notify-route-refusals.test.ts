import { afterEach, describe, expect, test } from "vitest";
import { RawConnection, requestHeadWithLength } from "../../../tests/connections/index.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type TestRequest, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const signed = (shop: TestShop, more: Record<string, string> = {}) =>
  signFields(notificationFields(shop.gateway.lastForm, more));

type Make = (shop: TestShop) => TestRequest;

/** What the body parsers of a shop could hide or change. The tests of core have what a body can contain. */
const bad: readonly [what: string, answer: string, make: Make, isKept: boolean][] = [
  [
    "a field altered after signing",
    "401 mismatch",
    (shop) => ({ body: { ...signed(shop), true_amount: "0.01" } }),
    true,
  ],
  [
    "a field twice",
    "400 malformed",
    (shop) => ({ body: `${new URLSearchParams(signed(shop))}&true_amount=0.01` }),
    true,
  ],
  ["no body", "400 malformed", () => ({ method: "POST" }), false],
  ["a large body", "413 large", (shop) => ({ body: signed(shop, { attach: "x".repeat(40_000) }) }), true],
  [
    "a body beyond all limits",
    "413 large",
    (shop) => ({ body: signed(shop, { attach: "x".repeat(300_000) }) }),
    true,
  ],
  ["another method", "405 method", () => ({ method: "GET" }), false],
];

describe.each([
  [4, "none"],
  [4, "both"],
  [4, "raw"],
  [5, "none"],
  [5, "simple"],
  [5, "both"],
  [5, "text"],
  ["fetch", "none"],
] as const)("on Express or fetch: %s, behind the parsers: %s", (release, parser) => {
  test.each(bad)("%s is refused and changes nothing (B-31, B-36)", async (...[, answer, make, isKept]) => {
    const shop = await TestShop.open({ release, parser });
    await shop.start();
    const reply = await shop.send(shop.notifyPath, make(shop));
    expect(`${reply.status} ${reply.body}`).toBe(answer);
    expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect([await shop.state(), shop.calls]).toEqual(["pending", 0]);
    expect(shop.refusals).toEqual([answer.split(" ")[1]]);
    expect(await shop.itemKinds()).toEqual(isKept ? ["not-verified"] : []);

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
  const sender = await RawConnection.open(shop.origin);
  sender.send(`${requestHeadWithLength({ path: shop.notifyPath }, 500)}memberid=10002`);
  await sender.flushed();
  sender.close();
  expect((await shop.notify()).body).toBe("OK");
  expect(shop.refusals).toEqual([]);
});
