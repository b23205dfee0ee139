// Starts the gateway and the shop, buys one item as a buyer would, waits for the notification, and prints the order
// and the payment. Ends with 0 if the order is paid and placed, otherwise with 1.
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import type { OrderStatus } from "../storefront/storefront.ts";
import { findFreePort } from "./find-free-port.ts";
import type { RunningShop } from "./running-shop.ts";
import { startShop } from "./start-shop.ts";

/** A test card of the sandbox. */
const card = { number: "4242424242424242", month: "12", year: "2099", cvv: "123" };

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};

const sandbox = await createSandbox({ port: 0 });
let shop: RunningShop | undefined;
let isPaid = false;
try {
  console.log(`The gateway listens on ${sandbox.url}. Starting the shop.`);
  shop = await startShop({ gateway: sandbox.url, port: await findFreePort(), forDemo: true });
  console.log(`The shop listens on ${shop.url}.`);
  const status = await readStatus(await buyOneItem(shop.url));
  const [sold] = sandbox.orders();
  print(sold, status);
  isPaid = sold?.state === "paid" && status.payment.state === "paid" && status.placed;
  console.log(isPaid ? "The order is paid and placed." : "The order is not paid and placed.");
} catch (error) {
  console.error("The demo failed.", error);
} finally {
  await shop?.stop();
  await sandbox.close();
}
// Not process.exitCode, which a library that ends the process can replace.
process.exit(isPaid ? 0 : 1);

/** Returns the address of the order's page, where the buyer ends. */
async function buyOneItem(shopUrl: string): Promise<string> {
  const checkout = await post(new URL("/checkout", shopUrl), buyer);
  const paymentUrl = checkout.headers.get("location");
  if (!paymentUrl?.startsWith(sandbox.url)) {
    const [refused] = await sandbox.refusals();
    const reason = refused === undefined ? `status ${checkout.status} of the shop` : refused.message;
    throw new Error(`The buyer did not reach the payment page: ${reason}`);
  }
  const paymentPage = await fetch(paymentUrl).then((response) => response.text());
  const [, cardPath = ""] = /<form method="post" action="([^"]+\/card)"/.exec(paymentPage) ?? [];
  await post(new URL(cardPath, paymentUrl), card);
  await waitForNotification(sandbox);
  // The link on the gateway's last page. It leads through the shop's return address to the order.
  const back = await fetch(new URL(cardPath.replace(/card$/, "return"), paymentUrl));
  return back.url;
}

async function waitForNotification({ orders, nextDelivery }: Sandbox): Promise<void> {
  const { reply } = await nextDelivery(orders()[0]?.orderId ?? "", { timeout: 30_000 });
  console.log(`The gateway sent the notification, and the shop replied ${reply}.`);
}

async function readStatus(orderUrl: string): Promise<OrderStatus> {
  const response = await fetch(orderUrl, { headers: { accept: "application/json" } });
  return (await response.json()) as OrderStatus;
}

/** As a browser posts a form of this site. */
function post(url: URL, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: url.origin, "user-agent": "demo buyer" };
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
}

function print(
  sold: ReturnType<Sandbox["orders"]>[number] | undefined,
  { order, payment, placed }: OrderStatus,
): void {
  console.table({
    order: { id: order.id, amount: order.total, state: `${order.state}${placed ? "" : ", not placed"}` },
    "payment in the shop": { id: sold?.orderId, amount: order.total, state: payment.state },
    "payment at the gateway": {
      id: sold?.orderId,
      amount: `${sold?.amount} ${sold?.currency}`,
      state: sold?.state,
    },
  });
}
