/**
 * A shop that takes cards, as a process of its own. It keeps nothing of them knowingly, and logs what a careless shop would:
 * each event, each error, and each request after it was answered. By message it writes a snapshot of its idle heap.
 */
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { writeHeapSnapshot } from "node:v8";
import { type CardSaleWithoutCardDetails, createPayIndex, money } from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express, { type NextFunction, type Request, type Response } from "express";

const { SHOP_DB = "", GATEWAY = "", PLANTED = "", PLANTED_CODE = "", PARSER = "" } = process.env;

/** What a test shows to be found: a text that is only reachable through a closure, far behind in a long one. */
const keep = PLANTED === "" ? undefined : hide([`${"x".repeat(5000)}&n=${PLANTED}`, PLANTED_CODE]);
function hide(texts: readonly string[]): () => number {
  return () => texts.join("").length;
}

const sale = ({ reference }: { reference: string }): CardSaleWithoutCardDetails => ({
  reference,
  variant: "card",
  amount: money(1999, "USD"),
  buyer: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "5550100",
    country: "GB",
  },
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
});

const log = (value: unknown) => console.log(inspect(value, { depth: 8, showHidden: true }));

const app = express();
const server = app.listen(0, "127.0.0.1", async () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const pay = await createPayIndex({
    gateway: GATEWAY,
    sandbox: true,
    acceptRawCards: true,
    publicUrl: `http://127.0.0.1:${port}/pay`,
    merchants: [{ id: "10001", key: "sandbox-card-key", previousKeys: ["sandbox-older-key"] }],
    store: sqlite(SHOP_DB),
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment }) => log(payment),
    orderPage: ({ reference }) => `/orders/${reference}`,
    cardSale: sale,
    onEvent: log,
    tickEvery: 0,
  });
  if (PARSER === "yes") app.use(express.json(), express.urlencoded({ extended: true }));
  app.use((request, response, next) => {
    response.on("finish", () => log([request.url, request.headers, request.body, response.statusCode]));
    next();
  });
  app.get(
    "/token/:reference",
    async (request, response) =>
      void response.send((await pay.cardForm({ reference: request.params.reference })).formToken),
  );
  app.use("/pay", pay.router);
  // biome-ignore lint/complexity/useMaxParams: by its four parameters Express knows a handler of errors
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    log(error);
    response.status(500).send("failed");
  });
  process.send?.({ port });
});
// A snapshot can take longer than the default of five seconds, and the test then sends on a connection that is closing.
server.keepAliveTimeout = 600_000;

process.on("disconnect", () => process.exit());
process.on("message", async (file: string) => {
  await idle();
  process.send?.({ snapshot: writeHeapSnapshot(file), kept: keep?.() });
});

/** Several turns, each with a collection: what finalizers and microtasks let go of is gone after the next. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    globalThis.gc?.();
    await setImmediate();
  }
}
