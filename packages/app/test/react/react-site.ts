import { createRequire } from "node:module";
import { dirname } from "node:path";
import { bundleForBrowser, openSites, type Sites } from "../local-sites.ts";

/** The packages of one version of React. */
export interface ReactVersion {
  readonly react: string;
  readonly dom: string;
}

const page = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Checkout</h1><div id="root"></div></main>
  <script type="module">import * as kit from "/app.js"; Object.assign(globalThis, { kit });</script></html>`;

const entry = `export * from "SOURCE/react.ts"; export * from "SOURCE/web.ts";
  export { createElement, StrictMode } from "react";
  export { createRoot } from "react-dom/client"; export { flushSync } from "react-dom";`;

/** A shop with one page made by React, in development: its strict mode runs each effect twice. */
export async function openReactSite({ react, dom }: ReactVersion): Promise<Sites> {
  const { resolve } = createRequire(import.meta.url);
  const script = await bundleForBrowser(entry, {
    // It warns that bundlers may ignore "use client".
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"development"' } },
    resolve: { alias: { react: dirname(resolve(react)), "react-dom": dirname(resolve(dom)) } },
  });
  return openSites({ script, page: () => page, links: (shop) => `<a href="${shop}/paid">Order page</a>` });
}
