import { bundleForBrowser, openSites, respondWith, type Sites } from "../local-sites.ts";

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

/** A shop with the package in its pages, and a payment page on another site that sends the buyer back. */
export async function openShopAndGatewaySites(): Promise<Sites> {
  const entry = `export * from "SOURCE/index.ts"; export * from "SOURCE/web.ts";`;
  return openSites({
    script: await bundleForBrowser(entry, { minify: true }),
    page: (path, { gateway }) => (path === "/too-early" ? tooEarly.replace("GATEWAY", gateway) : page),
    links: (shop) => `<a href="${shop}/paid?paymentStatus=succeeded&orderID=A1">Succeeded</a>
      <a href="${shop}/paid?paymentStatus=fail&orderID=A1">Failed</a> <a href="${shop}/paid">Order page</a>
      <a href="${shop}/paid2?paymentStatus=succeeded&orderID=A1">Elsewhere</a>`,
  });
}
