import { Hono } from "hono";
import type { Book } from "../book/book.ts";
import { viewOf } from "../book/order-view.ts";

/** The book over HTTP: the first stone of the control API, under `/_sandbox`. */
export function controlApi(book: Book): Hono {
  const app = new Hono();
  app.get("/orders", (c) => c.json({ orders: book.all().map(viewOf) }));
  app.get("/orders/:orderNumber", (c) => {
    const order = book.find(c.req.param("orderNumber"), c.req.query("merchant"));
    return order ? c.json(viewOf(order)) : c.json({ error: "no such order" }, 404);
  });
  app.notFound((c) => c.json({ error: "no such resource" }, 404));
  return app;
}
