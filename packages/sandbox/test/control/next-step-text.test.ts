import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/index.ts";
import { type NotifiedShop, openNotifiedShop, type ReplyHandler } from "../fixtures/notified-shop.ts";
import { sellSigned } from "../fixtures/sale.ts";

let sandbox: Sandbox;
let shop: NotifiedShop;
let reply: ReplyHandler;
beforeEach(async () => {
  shop = await openNotifiedShop((...args) => reply(...args));
  sandbox = await createSandbox({ port: 0, frozen: true, jitter: { min: 0, max: 0 } });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

async function next(orderId: string): Promise<string> {
  return (await sandbox.orderDetails(orderId)).next;
}

function sellCard(orderId: string) {
  return sellSigned(sandbox.url, "card", { pay_orderid: orderId, pay_notifyurl: shop.notifyUrl });
}

it("the text after OK says that nothing more is planned", async () => {
  reply = (response) => void response.end("OK");
  await sellCard("NEXT-1");
  await sandbox.nextDelivery("NEXT-1");
  expect(await next("NEXT-1")).toBe("Nothing more: the shop answered OK.");
});

it("the text names the address of the next try, its time, and the number of tries left", async () => {
  reply = (response) => void response.writeHead(403).end("Forbidden");
  await sellCard("NEXT-2");
  await sandbox.nextDelivery("NEXT-2");
  const still = " But the clock is frozen: nothing happens until you move it.";
  expect(await next("NEXT-2")).toBe(
    `The shop answered “Forbidden” to try 1. The next try goes to ${shop.notifyUrl} in 10 s; after 4 more tries the gateway gives up.${still}`,
  );
  for (const seconds of [10, 20, 40]) await sandbox.advance({ seconds });
  expect(await next("NEXT-2")).toContain("in 1 min 20 s; after this one the gateway gives up.");
  await sandbox.advance({ seconds: 80 });
  expect(await next("NEXT-2")).toBe(
    "The shop answered “Forbidden” to try 5. Nothing more is sent by itself: send it again by hand when the shop is mended.",
  );
});

it("the text says that a try is in progress until the shop has answered", async () => {
  const came = new Promise<() => void>((resolve) => {
    reply = (response) => resolve(() => response.end("OK"));
  });
  await sellCard("NEXT-4");
  const answer = await came;
  expect(await next("NEXT-4")).toBe(`Try 1 is on its way to ${shop.notifyUrl}.`);
  answer();
  await sandbox.nextDelivery("NEXT-4");
});

it("the text says that the buyer has not paid yet, and when the gateway closes the order", async () => {
  await sellSigned(sandbox.url, "hosted", { pay_orderid: "NEXT-3" });
  expect(await next("NEXT-3")).toContain("The buyer has not paid yet.");
});
