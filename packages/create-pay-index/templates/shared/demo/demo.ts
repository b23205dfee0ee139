// Starts the gateway and the shop, buys one item as a buyer would, waits for the notification, and prints the order
// and the payment. Ends with 0 if the order is paid and placed, otherwise with 1.
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
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
  const shown = await readOrderPage(await buyOneItem(shop.url));
  const [sold] = sandbox.orders();
  print(sold, shown);
  isPaid = sold?.state === "paid" && shown.Payment === "paid" && shown.Placed === "yes";
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
  const checkout = await submitForm(shopUrl, buyer);
  const paymentUrl = checkout.headers.get("location");
  if (!paymentUrl?.startsWith(sandbox.url)) {
    const [refused] = await sandbox.refusals();
    const reason = refused === undefined ? `status ${checkout.status} of the shop` : refused.message;
    throw new Error(`The buyer did not reach the payment page: ${reason}`);
  }
  const paymentPage = await fetch(paymentUrl).then((response) => response.text());
  const [, cardPath = ""] = /<form method="post" action="([^"]+\/card)"/.exec(paymentPage) ?? [];
  await post(new URL(cardPath, paymentUrl), new URLSearchParams(card));
  await waitForNotification(sandbox);
  // The link on the gateway's last page. It leads through the shop's return address to the order.
  const back = await fetch(new URL(cardPath.replace(/card$/, "return"), paymentUrl));
  return back.url;
}

async function waitForNotification({ orders, nextDelivery }: Sandbox): Promise<void> {
  const { reply } = await nextDelivery(orders()[0]?.orderId ?? "", { timeout: 30_000 });
  console.log(`The gateway sent the notification, and the shop replied ${reply}.`);
}

/** Returns what the page of the order displays, by its terms. */
async function readOrderPage(url: string): Promise<Partial<Record<string, string>>> {
  const page = await fetch(url).then((response) => response.text());
  return Object.fromEntries(
    [...page.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)].map(([, ...pair]) => pair),
  );
}

/** Submits the form of a page, with its hidden fields, as a browser without scripts does. */
async function submitForm(url: string, typed: Record<string, string>): Promise<Response> {
  const page = await fetch(url).then((response) => response.text());
  const [form = ""] = /<form.*?<\/form>/s.exec(page) ?? [];
  const attributeOf = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`, "i").exec(tag)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const fields = new FormData();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(input, "name") ?? "";
    fields.set(name, typed[name] ?? attributeOf(input, "value") ?? "");
  }
  const body =
    attributeOf(form, "enctype") === "multipart/form-data"
      ? fields
      : new URLSearchParams([...fields] as string[][]);
  return post(new URL(attributeOf(form, "action") ?? "", url), body);
}

/** As a browser posts a form of this site. */
function post(url: URL, body: FormData | URLSearchParams): Promise<Response> {
  const headers = { origin: url.origin, "user-agent": "demo buyer" };
  return fetch(url, { method: "POST", body, headers, redirect: "manual" });
}

function print(
  sold: ReturnType<Sandbox["orders"]>[number] | undefined,
  { Total: amount, Order, Payment, Placed }: Partial<Record<string, string>>,
): void {
  console.table({
    order: { amount, state: `${Order}${Placed === "yes" ? "" : ", not placed"}` },
    "payment in the shop": { id: sold?.orderId, amount, state: Payment },
    "payment at the gateway": {
      id: sold?.orderId,
      amount: `${sold?.amount} ${sold?.currency}`,
      state: sold?.state,
    },
  });
}
