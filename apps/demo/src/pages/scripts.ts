import { fileURLToPath } from "node:url";
import { html } from "./html.ts";

/** The scripts of the pages, as folders by address. Browsers load modules, so no bundler is needed. */
export const scriptFolders: Readonly<Record<string, string>> = {
  // The published client for payments.
  "/scripts/pay-index": fileURLToPath(new URL(".", import.meta.resolve("@pay-index/app"))),
  "/scripts": fileURLToPath(new URL("./scripts/", import.meta.url)),
};

/** The script of pages with a payment form or an order. */
export const payScriptTag = html`<script type="module" src="/scripts/pay.js"></script>`;
