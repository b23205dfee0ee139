import { afterEach, expect, test } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

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
