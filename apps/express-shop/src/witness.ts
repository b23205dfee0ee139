import { DatabaseSync } from "node:sqlite";
import { Browser } from "@pay-index-apps/demo/buyer/browser";
import type { Attempt } from "@pay-index-apps/demo/run/demo-shop";

/** The latest attempt to pay an order, as the shop's page tells it to staff. */
export async function readOrderPage(orderPage: URL): Promise<Attempt> {
  const { root } = await new Browser().open(orderPage);
  const attempt = root.querySelector("[data-order-number]");
  return {
    orderPage,
    orderNumber: attempt?.getAttribute("data-order-number") ?? "",
    state: root.querySelector("[data-state]")?.getAttribute("data-state") ?? "",
    answer: attempt?.querySelector("[data-source=response] span")?.textContent ?? "",
  };
}

/** Looks into the shop's file itself, past the shop, and cannot write to it. */
export function readShopFile(file: string, orderId: string): "paid" | "open" | "missing" {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const row = database.prepare("SELECT paid FROM orders WHERE id = ?").get(orderId);
    if (row === undefined) return "missing";
    return row.paid === 1 ? "paid" : "open";
  } finally {
    database.close();
  }
}
