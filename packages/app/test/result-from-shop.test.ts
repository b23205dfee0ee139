import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openPayment, type PaymentPageOutcome, type ShopPaymentStatusSource } from "../src/index.ts";
import { browserWithOutcome } from "./fake-opener-and-storage.ts";

const url = "https://gateway.example/pay/1";
const succeeded: PaymentPageOutcome = "https://shop.example/paid?paymentStatus=succeeded&orderID=FORGED";
const failed: PaymentPageOutcome = "https://shop.example/paid?paymentStatus=fail&orderID=FORGED";

const pay = (ending: PaymentPageOutcome, status: ShopPaymentStatusSource, patience?: number) => {
  const browser = browserWithOutcome(ending);
  return openPayment({ url, browser, status, patience, attemptId: "A1", cancelStatus: true });
};

const [notConfirmed, closed] = ["The payment is not confirmed yet.", "The payment page was closed."];

/** Every ending meets every answer: the shop decides, whatever the redirect says and however the page was left. */
const endings: readonly [PaymentPageOutcome, message: string][] = [
  [succeeded, notConfirmed],
  [failed, notConfirmed],
  ["closed", closed],
  ["screen_gone", "The screen with the payment page is gone."],
  ["launch_failed", "The payment page could not be opened."],
];

const openStates = ["none", "created", "pending", "approved", "review", "closed", "PENDING", "unpaid", ""];

test.each(endings)(
  "B-42: after %s the shop's answer decides if the payment is paid, failed or open (APP-ASK)",
  async (ending, message) => {
    const says = (state: string) => pay(ending, async () => ({ state }), 1);
    const answer = { orderId: "A1", confirmed: true };
    for (const word of ["paid", "PAID"])
      expect(await says(word)).toEqual({ ...answer, status: 1, message: "Payment successful." });
    for (const word of ["failed", "FAILED"])
      expect(await says(word)).toEqual({ ...answer, status: 2, message: "Payment failed." });
    for (const word of openStates) expect(await says(word), word).toEqual({ ...answer, status: 0, message });
  },
);

test.each([
  [{ state: "paid", orderId: "APP" }, "APP", "APP"],
  [{ state: "paid", orderId: "FORGED" }, undefined, "FORGED"],
  [{ state: "paid" }, "APP", "APP"],
  [{ state: "paid" }, undefined, ""],
])("the shop's answer %j about the attempt %s has the order ID %j, never the redirect's", async (...row) => {
  const [answer, attemptId, orderId] = row;
  const browser = browserWithOutcome(succeeded);
  const result = await openPayment({ url, browser, status: async () => answer, attemptId, patience: 1 });
  expect(result.orderId).toBe(orderId);
});

async function shopAt(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
}

const silent = { status: 0, message: "The shop could not be asked.", orderId: "A1", confirmed: false };

test("openPayment accepts the result of the shop's start unchanged, and its statusUrl replaces status", async () => {
  const statusUrl = await shopAt((_, response) => response.end('{"state":"paid"}'));
  const started = { attemptId: "A1", reference: "order-1", state: "redirect", url, statusUrl, warnings: [] };
  const status = async () => ({ state: "failed" });
  const result = await openPayment({ ...started, status, browser: browserWithOutcome("closed") });
  expect(result).toEqual({ status: 1, message: "Payment successful.", orderId: "A1", confirmed: true });
});

test.each<[what: string, listener: RequestListener]>([
  ["a page", (_, response) => response.end("<!doctype html><p>paid")],
  ["an error with the right words", (_, response) => response.writeHead(500).end('{"state":"failed"}')],
  ["null", (_, response) => response.end("null")],
  ["text", (_, response) => response.end('"failed"')],
  ["a state that is no word", (_, response) => response.end('{"state":2}')],
  ["a broken connection", (request) => request.destroy()],
  ["never", () => {}],
])("B-42: a shop that answers %s leaves the payment open and not confirmed", async (_, listener) => {
  const status = await shopAt(listener);
  expect(await pay(succeeded, status, 300)).toEqual(silent);
  expect(await pay("closed", status, 300)).toEqual(silent);
});

test("a shop that cannot be reached, or whose function throws, leaves the payment open", async () => {
  const status = await shopAt((_, response) => response.end());
  const gone = status.replace(/:\d+/, ":1");
  expect(await pay(failed, gone, 300)).toEqual(silent);
  expect(await pay(failed, () => Promise.reject(new Error("signed out")), 300)).toEqual(silent);
  expect(await pay(failed, async () => null, 300)).toEqual(silent);
  expect(await pay(succeeded, "", 300)).toEqual(silent);
});

test("openPayment reads the answer of an address, asks for JSON, and uses no cache", async () => {
  let accept: string | undefined;
  let cache: string | undefined;
  const status = await shopAt(({ headers }, response) => {
    accept = headers.accept;
    cache = headers["cache-control"];
    response.end('{"state":"paid","next":"https://shop.example/orders/7"}');
  });
  expect(await pay("closed", status)).toMatchObject({ status: 1, confirmed: true });
  expect({ accept, cache }).toEqual({ accept: "application/json", cache: "no-cache" });
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test("openPayment asks each second until the shop knows the outcome, at most for its patience", async () => {
  const slow = vi.fn(async () => ({ state: Date.now() - begun < 3500 ? "pending" : "paid" }));
  const begun = Date.now();
  const paid = pay(succeeded, slow);
  await vi.advanceTimersByTimeAsync(4100);
  expect(await paid).toMatchObject({ status: 1, confirmed: true });
  expect(slow).toHaveBeenCalledTimes(5);

  const never = vi.fn(async () => ({ state: "pending" }));
  const open = pay("closed", never);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(await open).toMatchObject({ status: 0, confirmed: true });
  expect(never).toHaveBeenCalledTimes(11);
});

test("openPayment waits for a silent shop until its patience ends, then uses the shop's earlier answer", async () => {
  const hanging = pay(succeeded, () => new Promise(() => {}), 3000);
  await vi.advanceTimersByTimeAsync(3100);
  expect(await hanging).toEqual(silent);

  const answers = [{ state: "pending" }];
  const stopped = pay(succeeded, async () => answers.pop(), 3000);
  await vi.advanceTimersByTimeAsync(3100);
  expect(await stopped).toMatchObject({ status: 0, confirmed: true });
});

test("openPayment asks once if no page was opened, because nobody can have paid", async () => {
  const shop = vi.fn(async () => ({ state: "pending" }));
  expect(await pay("launch_failed", shop)).toMatchObject({ status: 0, confirmed: true });
  expect(shop).toHaveBeenCalledOnce();
});
