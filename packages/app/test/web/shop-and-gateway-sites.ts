import { createServer, type RequestListener } from "node:http";
import { rolldown } from "rolldown";
import { closeServers, portOf, respondWith } from "../local-sites.ts";

/** A shop with the package in its pages, and a payment page on another site that sends the buyer back. */
export interface ShopAndGatewaySites extends AsyncDisposable {
  readonly shop: string;
  readonly gateway: string;
  /** What the shop answers at `/status`. */
  status: RequestListener;
}

export const respondPaid = respondWith("paid");
export const respondPaidFor = (orderId: string) => respondWith("paid", orderId);
export const respondPending = respondWith("pending");

const page = `<!doctype html><title>Shop</title><button>Pay</button>
<script type="module">import * as app from "/app.js"; Object.assign(globalThis, { app });</script>`;

/** Pays before anybody has clicked, which no browser lets open a window. */
const tooEarly = `<!doctype html><title>Too early</title>
<script type="module">import * as app from "/app.js";
  const returnUrl = "/paid";
  const orElse = location.search ? app.sameTab({ returnUrl }) : undefined;
  const browser = app.popUp({ returnUrl, orElse });
  Object.assign(globalThis, { app, result: app.openPayment({ url: "GATEWAY/pay", browser }) });</script>`;

export async function openShopAndGatewaySites(): Promise<ShopAndGatewaySites> {
  const script = await bundled();
  const gatewaySite = createServer((_, response) => {
    const back = `${sites.shop}/paid?paymentStatus=`;
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Payment page</title>
      <a href="${back}succeeded&orderID=A1">Succeeded</a> <a href="${back}fail&orderID=A1">Failed</a>
      <a href="${sites.shop}/paid">Order page</a>
      <a href="${sites.shop}/paid2?paymentStatus=succeeded&orderID=A1">Elsewhere</a>`);
  });
  const shopSite = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop");
    if (pathname === "/status") return void sites.status(request, response);
    const isScript = pathname === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    const html = pathname === "/too-early" ? tooEarly.replace("GATEWAY", sites.gateway) : page;
    response.end(isScript ? script : html);
  });
  const sites: ShopAndGatewaySites = {
    shop: `http://127.0.0.1:${await portOf(shopSite)}`,
    gateway: `http://localhost:${await portOf(gatewaySite)}`,
    status: respondPaid,
    async [Symbol.asyncDispose]() {
      closeServers([shopSite, gatewaySite]);
    },
  };
  return sites;
}

/** What a shop's bundler makes of the two entries that a web page needs. */
async function bundled(): Promise<string> {
  const source = new URL("../../src/", import.meta.url).pathname;
  const entry = `export * from "${source}index.ts"; export * from "${source}web.ts";`;
  const load = (id: string) => (id === "entry" ? entry : undefined);
  const plugin = { name: "entry", resolveId: (id: string) => (id === "entry" ? id : undefined), load };
  const bundle = await rolldown({ input: "entry", platform: "browser", plugins: [plugin] });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}
