import { once } from "node:events";
import { connect, createServer, type OutgoingHttpHeaders } from "node:http2";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { openShop, type ShopOptions } from "@pay-index/server/shop";
import { afterEach, describe, expect, test } from "vitest";
import { cardSale } from "../../packages/express/test/card-shop.ts";
import type { MemoryTx } from "../../packages/express/test/memory-express-store.ts";
import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";
import { closeShops, type ShopOpener, TestShop } from "../../packages/express/test/test-shop.ts";
import { openOnFastifyOfHttp2 } from "../../packages/fastify/test/open-on-fastify.ts";
import { openOnHono } from "../../packages/hono/test/open-on-hono.ts";

afterEach(closeShops);

const openOnNode: ShopOpener = async (options) => {
  const framework = {
    browserOf: () => ({ ip: "203.0.113.7", userAgent: "Browser/1" }),
    staffApp: () => new URL("file:///"),
  };
  const opened = await openShop(options as unknown as ShopOptions<MemoryTx, unknown>, framework);
  const staff = opened.staffPages();
  return {
    // The tests use what the payments of every framework have.
    pay: opened.shop as never,
    listener: (request, response) =>
      void (request.url?.startsWith("/staff/")
        ? staff.listener(request, response, { mount: "/staff" })
        : opened.server.listener(request, response)),
  };
};

const openers = { "a server of Node": openOnNode, Hono: openOnHono(), Fastify: openOnFastifyOfHttp2 };

const member = { operator: { id: "u1", name: "Ada" }, permissions: ["view" as const] };
const form = { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser/1" };

/** A shop that speaks HTTP/2 without TLS, as behind a proxy, and a connection to it. */
async function openConnected(release: ShopOpener) {
  const server = createServer();
  const shop = await TestShop.open({
    release,
    createServer: () => Object.assign(server, { closeAllConnections: () => session.destroy() }) as never,
    options: { acceptRawCards: true, cardSale, staff: { member: () => member } },
  });
  const session = connect(shop.origin);
  const send = async (path: string, headers: OutgoingHttpHeaders = {}, body?: string | URLSearchParams) => {
    const method = body === undefined ? "GET" : "POST";
    const stream = session.request({ ":path": path, ":method": method, ...headers });
    stream.end(body?.toString());
    const reply: Record<string, unknown> = {};
    stream.on("response", (got) => Object.assign(reply, got));
    const content = await text(stream);
    return { status: reply[":status"], headers: reply, body: content };
  };
  return { shop, server, session, send };
}

describe.each(Object.entries(openers))("%s over HTTP/2", (_, release) => {
  test("takes a notification that is signed, and no other", async () => {
    const { shop, send } = await openConnected(release);
    const { statusUrl } = await shop.start();
    const fields = notificationFields(shop.gateway.lastForm);
    const post = async (body: Record<string, string>) => {
      const reply = await send(shop.notifyPath, form, new URLSearchParams(body));
      return `${reply.status} ${reply.body}`;
    };
    expect(await post(signFields(fields, "another-key"))).toBe("401 mismatch");
    expect(await post({ a: "b".repeat(2_000_000) })).toBe("413 large");
    expect(await post(signFields(fields))).toBe("200 OK");
    const status = await send(new URL(statusUrl).pathname);
    expect([status.status, JSON.parse(status.body)]).toEqual([200, { state: "paid" }]);
  });

  test("submits the card of its form", async () => {
    const { shop, send } = await openConnected(release);
    const { action, formToken } = await shop.pay.cardForm({ reference: "order-1" });
    const card = { card_number: "4242 4242 4242 4242", card_month: "12", card_year: "2099", card_cvv: "321" };
    const headers = { ...form, origin: shop.origin };
    const body = new URLSearchParams({ ...card, form_token: formToken });
    const reply = await send(new URL(action).pathname, headers, body);
    expect([reply.status, reply.headers.location]).toEqual([303, expect.stringContaining("/page/")]);
  });

  test("knows its own origin, and refuses that of another site", async () => {
    const { shop, send } = await openConnected(release);
    const resolve = async (origin: string) => {
      const headers = { "content-type": "application/json", origin };
      const { body } = await send("/staff/api/attempts/resolve", headers, "{}");
      return JSON.parse(body).error.code;
    };
    expect(await resolve("https://evil.example")).toBe("cross_site");
    expect(await resolve(shop.origin)).toBe("permission_missing");
  });
});

test("the reply to a body without an end closes its stream, and not the connection", async () => {
  const { shop, server, session, send } = await openConnected(openOnNode);
  await shop.start();
  const endless = Readable.from(Array.from({ length: 400 }, () => "b".repeat(50_000)));
  const stream = endless.pipe(session.request({ ":path": shop.notifyPath, ":method": "POST" }));
  const [received] = await once(server, "stream");
  const [head] = await once(stream, "response");
  expect(head[":status"]).toBe(413);
  await once(received, "close");
  expect((await send(shop.notifyPath)).status).toBe(405);
});
