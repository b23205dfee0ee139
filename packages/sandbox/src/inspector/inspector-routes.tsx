import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { App } from "../server/app.ts";
import { createClockAndQuirksPage } from "./clock/clock-and-quirks-page.tsx";
import { createFaultsPage } from "./faults/faults-page.tsx";
import { addPage, type InspectorDependencies } from "./inspector-page.tsx";
import { inspectorScript } from "./inspector-script.ts";
import { createOrderPage } from "./order/order-page.tsx";
import { createOrdersPage } from "./orders/orders-page.tsx";
import { createRejectedSalePage } from "./rejected/rejected-sale-page.tsx";
import { createRejectedSalesPage } from "./rejected/rejected-sales-page.tsx";
import { createStartPage } from "./start/start-page.tsx";
import { createDisputeWebhooksPage } from "./webhooks/dispute-webhook-addresses-page.tsx";

/** The styles that the inspector adds to those of all pages. No information depends on colour alone. */
const stylesheet = ["frame", "contents", "lists"]
  .map((name) => readFileSync(new URL(`${name}.css`, import.meta.url), "utf8"))
  .join("\n");

const pages = [
  createOrdersPage,
  createOrderPage,
  createRejectedSalesPage,
  createRejectedSalePage,
  createFaultsPage,
  createDisputeWebhooksPage,
  createClockAndQuirksPage,
  createStartPage,
];

/** Creates all pages of the inspector. The caller must refuse requests of other sites. */
export function createInspectorRoutes(parts: InspectorDependencies): App {
  const app: App = new Hono();
  for (const create of pages) addPage(app, parts, create(parts));
  app.get("/inspector.css", (c) => c.body(stylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/inspector.js", (c) =>
    c.body(inspectorScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  return app;
}
