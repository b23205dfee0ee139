import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../src/index.ts";
import { open, submit } from "./fixtures/buyer.ts";
import { openNotifiedShop } from "./fixtures/notified-shop.ts";
import { merchantByVariant, saleOf, sellSigned, signSale } from "./fixtures/sale.ts";
import { openSandbox } from "./fixtures/set-up-sandbox.ts";

type Headers = Readonly<Record<string, string>>;

/** Sends a request as a browser does: `fetch` of Node sets neither Host nor Origin. */
async function sendAs(headers: Headers, url: string, text?: string) {
  const type = { "content-type": "application/x-www-form-urlencoded", "content-length": text?.length ?? 0 };
  const sent = request(url, {
    method: text === undefined ? "GET" : "POST",
    headers: { ...type, ...headers },
  });
  sent.end(text);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let answer = "";
  for await (const chunk of response) answer += chunk;
  return { status: response.statusCode, body: answer };
}

const signedSale = (orderId: string) => {
  const sale = saleOf("hosted", { pay_orderid: orderId });
  return new URLSearchParams(signSale(sale, merchantByVariant.hosted.key)).toString();
};

const fromPage = "a web page sent this sale: send it from the server of your shop (REQ-URL)";
const foreignHost = (url: string) =>
  `the Host header is not the sandbox: send sales to ${url}, or allow the name with --allow-host (REQ-URL)`;
const hosts = [
  "evil.example",
  "evil.example:4400",
  "127.0.0.1.evil.example",
  "10.0.0.7:4400",
  "localhost.:4400",
];

it.each<[string, Headers]>([
  ["a page of another site", { origin: "https://evil.example" }],
  ["a page of the shop", { origin: "http://127.0.0.1:3000" }],
  ["a page that hides its origin", { origin: "null" }],
  ["a page of the sandbox", { origin: "http://127.0.0.1:4400" }],
  ["a form of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
  ["a form of another port", { "sec-fetch-site": "same-site" }],
  ...hosts.map((host): [string, Headers] => [`a sender to the other machine ${host}`, { host }]),
])("refuses a sale that %s sends, and lists it (REQ-URL)", async (_, headers) => {
  const sandbox = await openSandbox();
  const answer = await sendAs(headers, `${sandbox.url}/pay_index`, signedSale("WEB-1"));
  const message = "host" in headers ? foreignHost(sandbox.url) : fromPage;
  expect(answer).toEqual({ status: 200, body: JSON.stringify({ status: "error", msg: message }) });
  expect(sandbox.order("WEB-1")).toBeUndefined();
  expect(await sandbox.refusals()).toMatchObject([{ message, orderId: "WEB-1", merchantId: "10002" }]);
  expect((await open(`${sandbox.url}/refused`)).html).toContain(message);
});

it("accepts sales and displays its pages under an allowed host name", async () => {
  const sandbox = await openSandbox({ allowHosts: ["Sandbox"] });
  const host = { host: `sandbox:${sandbox.port}` };
  const answer = await sendAs(host, `${sandbox.url}/pay_index`, signedSale("NAME-1"));
  expect(JSON.parse(answer.body)).toMatchObject({ status: 1 });
  const closed = await sendAs(host, `${sandbox.url}/orders/10002/NAME-1/close`, "");
  expect(closed.status).toBe(303);
});

/** Every way to write an address that leads back to the sandbox. */
const ownHosts = "127.0.0.1 LOCALHOST [::1] 127.9.8.7 2130706433 [::ffff:127.0.0.1] 0 [::]".split(" ");

it.each(ownHosts)("refuses notify and return addresses at its own port of %s", async (host) => {
  const sandbox = await openSandbox();
  const own = `http://${host}:${sandbox.port}/orders/10001/N-1/pay`;
  const notify = await sellSigned(sandbox.url, "hosted", { pay_notifyurl: own });
  expect(notify.msg).toMatch(/^pay_notifyurl: (is an address of the sandbox itself|must be a loopback)/);
  const back = await sellSigned(sandbox.url, "hosted", { pay_callbackurl: own });
  expect(back.msg).toBe(
    "pay_callbackurl: is an address of the sandbox itself: name one of your shop (REQ-CALLBACKURL)",
  );
  expect(sandbox.orders()).toEqual([]);
  expect(await sandbox.refusals()).toHaveLength(2);
});

it("accepts other loopback ports, and lets buyers return to its own first page", async () => {
  const sandbox = await openSandbox();
  expect(
    (await sellSigned(sandbox.url, "hosted", { pay_notifyurl: "http://localhost:9/notify" })).status,
  ).toBe(1);
  const first = await sellSigned(sandbox.url, "hosted", { pay_callbackurl: `${sandbox.url}/?from=checkout` });
  expect(first.status).toBe(1);
});

it("neither posts nor redirects buyers to itself when an old order names its current port", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, "sandbox.db");
  const before = await createSandbox({ port: 0, data, retryGaps: [], jitter: { min: 0, max: 0 } });
  const shop = await openNotifiedShop();
  const port = Number(new URL(shop.notifyUrl).port);
  const answer = await sellSigned(before.url, "hosted", {
    pay_orderid: "OLD-1",
    pay_notifyurl: `http://127.0.0.1:${port}/orders/10002/OLD-1/pay-again`,
    pay_callbackurl: `http://127.0.0.1:${port}/orders/10002/OLD-1/close`,
  });
  await before.close();
  await shop.close();
  const sandbox = await openSandbox({ port, data });
  await sandbox.resolve("OLD-1", { outcome: "paid" });
  expect(await sandbox.nextDelivery("OLD-1")).toMatchObject({ outcome: "own_address" });
  const { timeline } = await sandbox.orderDetails("OLD-1");
  expect(timeline.filter(({ type }) => type === "decided")).toHaveLength(1);
  expect((await open(`${sandbox.url}/orders/10002/OLD-1`)).html).toContain(
    "The sandbox posts nothing to itself",
  );
  const page = new URL(answer.url ?? "").pathname;
  const back = await open(`${sandbox.url}${page}/return`);
  expect({ status: back.status, location: back.location }).toEqual({ status: 200, location: null });
});

const foreign: readonly Headers[] = [
  { origin: "https://evil.example" },
  { origin: "http://127.0.0.1:1" },
  { origin: "null" },
];

it.each<Headers>([
  ...foreign,
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" },
])("refuses a form that another site posts to the inspector or a buyer's page: %o", async (headers) => {
  const sandbox = await openSandbox();
  const { url = "" } = await sellSigned(sandbox.url, "hosted", { pay_orderid: "CLOSE-1" });
  const inspector = ["/orders/10002/CLOSE-1/close", "/_sandbox/orders/CLOSE-1/close", "/clock/freeze"];
  for (const address of [`${url}/cancel`, ...inspector.map((path) => sandbox.url + path)])
    expect((await sendAs(headers, address, "")).status).toBe(403);
  expect(sandbox.order("CLOSE-1")?.state).toBe("pending");
});

it.each<Headers>([
  ...foreign,
  { host: "evil.example" },
  { host: "127.0.0.1.evil.example" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
])("keeps other sites from the inspector: %o", async (headers) => {
  const { url } = await openSandbox();
  for (const path of ["/_sandbox/orders", "/"]) expect((await sendAs(headers, url + path)).status).toBe(403);
});

it("accepts its own pages and tools", async () => {
  const { url, port } = await openSandbox();
  for (const headers of [
    {},
    { host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { origin: url },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ] as Headers[]) {
    for (const path of ["/_sandbox/orders", "/"])
      expect((await sendAs(headers, url + path)).status).toBe(200);
  }
});

it("accepts the forms of its own pages, also behind a proxy with https", async () => {
  const sandbox = await openSandbox();
  const cancel = async (headers: Headers) => {
    const { url = "" } = await sellSigned(sandbox.url, "hosted");
    return (await sendAs(headers, `${url}/cancel`, "")).status;
  };
  const own = { origin: sandbox.url, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" };
  expect(await cancel(own)).toBe(303);
  expect(await cancel({ host: "pay.example", origin: "https://pay.example" })).toBe(303);
  const { url = "" } = await sellSigned(sandbox.url, "hosted");
  expect((await submit(`${url}/cancel`)).status).toBe(303);
});
