import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { rolldown } from "rolldown";
import { closeServers, portOf, respondWith } from "../local-sites.ts";

/** The packages of one version of React. */
export interface ReactVersion {
  readonly react: string;
  readonly dom: string;
}

/** A shop with one page made by React, and a payment page on another site. */
export interface ReactSite extends AsyncDisposable {
  readonly shop: string;
  readonly gateway: string;
  /** What the shop answers at `/status` and below. */
  status: RequestListener;
  /** The paths below `/status` that were asked. */
  readonly asked: string[];
}

export async function openReactSite(version: ReactVersion): Promise<ReactSite> {
  const script = await bundled(version);
  const page = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Checkout</h1><div id="root"></div></main>
    <script type="module">import * as kit from "/kit.js"; Object.assign(globalThis, { kit });</script></html>`;
  const gatewaySite = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Payment page</title>
      <a href="${site.shop}/paid">Order page</a>`);
  });
  const shopSite = createServer((request, response) => {
    const { url = "/" } = request;
    if (url.startsWith("/status")) {
      site.asked.push(url);
      return void site.status(request, response);
    }
    const isScript = url === "/kit.js";
    response
      .setHeader("content-type", isScript ? "text/javascript" : "text/html")
      .end(isScript ? script : page);
  });
  const site: ReactSite = {
    shop: `http://127.0.0.1:${await portOf(shopSite)}`,
    gateway: `http://localhost:${await portOf(gatewaySite)}`,
    status: respondWith("pending"),
    asked: [],
    async [Symbol.asyncDispose]() {
      closeServers([shopSite, gatewaySite]);
    },
  };
  return site;
}

/** What a bundler makes of React and the components, in development: its strict mode runs each effect twice. */
async function bundled({ react, dom }: ReactVersion): Promise<string> {
  const source = new URL("../../src/", import.meta.url).pathname;
  const entry = `export * from "${source}react.ts"; export * from "${source}web.ts";
    export { createElement, StrictMode } from "react";
    export { createRoot } from "react-dom/client"; export { flushSync } from "react-dom";`;
  const { resolve } = createRequire(import.meta.url);
  const bundle = await rolldown({
    input: "entry",
    platform: "browser",
    // It warns that bundlers may ignore "use client".
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"development"' } },
    resolve: { alias: { react: dirname(resolve(react)), "react-dom": dirname(resolve(dom)) } },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : undefined),
        load: (id) => (id === "entry" ? entry : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}
