import type { PayIndexEvent } from "@pay-index/core";
import { createGateway, type OrderPort, type Platform } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { createPayIndex, type ExpressSale, isPayIndexError, money } from "@pay-index/express";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { sqlite } from "@pay-index/sqlite";
import express, { type Express } from "express";

export async function openShop(options: {
  gateway: string;
  publicUrl: string;
  key: string;
}): Promise<Express> {
  const pay = await createPayIndex({
    gateway: options.gateway,
    publicUrl: options.publicUrl,
    merchants: [{ id: "10002", key: options.key }],
    store: sqlite("shop.db"),
    amountDue: ({ reference, tx }) => {
      const order = tx.prepare("SELECT total FROM orders WHERE id = ?").get(reference);
      return order && money(Number(order.total), "USD");
    },
    onPaid: ({ payment, tx }) => {
      tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(payment.reference);
    },
    orderPage: ({ reference }) => `/orders/${reference}`,
    onEvent: (event: PayIndexEvent) => console.log(event.event),
  });
  const app = express();
  app.use("/pay", pay.router);
  app.post("/checkout/:order", async (request, response) => {
    const sale: ExpressSale = {
      reference: request.params.order,
      variant: "hosted",
      amount: money(1999, "USD"),
      buyer: {
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.com",
        phone: "5550100",
        country: "GB",
      },
      request,
    };
    try {
      response.redirect(303, (await pay.start(sale)).url);
    } catch (error) {
      if (isPayIndexError(error, "sale_invalid")) response.status(400).json(error.problems);
      else throw error;
    }
  });
  return app;
}

export function openGateway(platform: Platform, host: OrderPort) {
  const options = { gateway: "https://pay.example", publicUrl: "https://shop.example/pay" };
  return createGateway({
    options: { ...options, merchants: [{ id: "10002", key: "a-key-of-the-merchant" }] },
    store: new MemoryStore(),
    orders: host,
    pages: { orderPage: ({ reference }) => `/orders/${reference}` },
    platform,
  });
}

export const openSandbox = (): Promise<Sandbox> => createSandbox({ port: 0 });

// @ts-expect-error a hosted sale takes no card: the types are there, and they are not `any`
export const wrong: ExpressSale = { reference: "7", variant: "hosted", amount: 19.99 };
