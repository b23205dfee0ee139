import { fileURLToPath } from "node:url";
import { html } from "./html.ts";

/** What the pages load, by address: folders to serve as they are. No bundler is needed, since browsers load modules. */
export const scriptFolders: Readonly<Record<string, string>> = {
  // The client for payments, as it is published.
  "/scripts/pay-index": fileURLToPath(new URL(".", import.meta.resolve("@pay-index/app"))),
  "/scripts": fileURLToPath(new URL("./scripts/", import.meta.url)),
};

/** For a page with a form that pays, or with an order on it. */
export const payScript = html`<script type="module" src="/scripts/pay.js"></script>`;
