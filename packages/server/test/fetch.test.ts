import { afterEach, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";
import type { RequestConnection } from "../src/http-types.ts";
import { openShop } from "../src/shop/open-shop.ts";

afterEach(closeShops);

type Fetch = (request: Request, connection?: RequestConnection) => Promise<Response>;

/** A shop without a server, and the address and body of a notification of its payment. */
async function openWithoutServer() {
  let answer: Fetch = async () => new Response();
  const shop = await TestShop.open({
    release: async (options) => {
      const framework = { browserOf: () => ({}), staffApp: () => new URL("file:///") };
      const { shop: pay, server } = await openShop(options, framework);
      answer = server.fetch;
      return { pay: pay as never, listener: () => undefined };
    },
  });
  await shop.start();
  const url = `https://shop.example${shop.notifyPath}`;
  const body = new URLSearchParams(signFields(notificationFields(shop.gateway.lastForm)));
  const send = async (request: Request, connection?: RequestConnection) => {
    const response = await answer(request, connection);
    return { text: `${response.status} ${await response.text()}`, headers: response.headers };
  };
  return { shop, url, body, send, post: () => new Request(url, { method: "POST", body }) };
}

const streamed = (url: string, body: ReadableStream) =>
  new Request(url, { method: "POST", body, duplex: "half" } as RequestInit);

test("a Request is answered without a server, with a content length", async () => {
  const { shop, send, post } = await openWithoutServer();
  const { text, headers } = await send(post());
  expect([text, headers.get("content-length")]).toEqual(["200 OK", "2"]);
  expect(await shop.state()).toBe("paid");
});

test.each<[string, (request: Request) => unknown]>([
  ["was read", (request) => request.text()],
  ["somebody is reading", (request) => request.body?.getReader()],
])("a Request whose body %s is refused, and the log says so", async (_, use) => {
  const { shop, send, post } = await openWithoutServer();
  const request = post();
  await use(request);
  expect((await send(request)).text).toBe("400 malformed");
  expect(JSON.stringify(shop.events)).toContain("stored nothing of it");
  expect((await send(post())).text).toBe("200 OK");
});

test("a body of 100 MB is not read to its end", async () => {
  const { shop, url, send } = await openWithoutServer();
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      if (sent >= 100_000_000) controller.close();
    },
  });
  const { text, headers } = await send(streamed(url, body));
  expect([text, headers.get("connection")]).toEqual(["413 large", "close"]);
  expect(sent).toBeLessThan(20_000_000);
  expect(shop.refusals).toEqual(["large"]);
});

test("a body that is cut off changes nothing", async () => {
  const { shop, url, body, send } = await openWithoutServer();
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body.toString()));
      controller.error(new Error("the sender disconnected"));
    },
  });
  expect((await send(streamed(url, cut))).text).toBe("400 ");
  expect([shop.refusals, await shop.state()]).toEqual([[], "pending"]);
});

test("the mount is the path of publicUrl, that of the connection, or what a proxy has removed", async () => {
  const { url, body, send, post } = await openWithoutServer();
  expect((await send(post())).text).toBe("200 OK");
  const at = (path: string) => new Request(url.replace("/pay/", path), { method: "POST", body });
  expect((await send(at("/de/pay/"), { mount: "/de/pay/" })).text).toBe("200 OK");
  expect((await send(at("/"))).text).toBe("200 OK");
  expect((await send(at("/payment/"))).text).toBe("404 unknown");
});
