import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/index.ts";
import { sell } from "../desk/sale.ts";
import { openShop, type Reply, type Shop } from "../desk/shop.ts";

let sandbox: Sandbox;
let shop: Shop;
let reply: Reply;
beforeEach(async () => {
  shop = await openShop((...args) => reply(...args));
  sandbox = await createSandbox({ port: 0, frozen: true, jitter: { min: 0, max: 0 } });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

async function next(orderNumber: string): Promise<string> {
  return (await sandbox.story(orderNumber)).next;
}

function sellCard(orderNumber: string) {
  return sell(sandbox.url, "card", { pay_orderid: orderNumber, pay_notifyurl: shop.notifyUrl });
}

it("says that nothing more comes after OK", async () => {
  reply = (response) => void response.end("OK");
  await sellCard("NEXT-1");
  await sandbox.nextDelivery("NEXT-1");
  expect(await next("NEXT-1")).toBe("Nothing more: the shop answered OK.");
});

it("says where the next try goes, when, and how many are left, to the last one", async () => {
  reply = (response) => void response.writeHead(403).end("Forbidden");
  await sellCard("NEXT-2");
  await sandbox.nextDelivery("NEXT-2");
  const still = " But the clock stands still: nothing happens until it is moved.";
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

it("says that the buyer has yet to pay, and when the gateway closes the order", async () => {
  await sell(sandbox.url, "hosted", { pay_orderid: "NEXT-3" });
  expect(await next("NEXT-3")).toContain("The buyer has yet to pay.");
});
