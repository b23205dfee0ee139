import { fileURLToPath } from "node:url";
import { createSandbox } from "@pay-index/sandbox";
import type { BrowserContextOptions } from "playwright-core";
import { openNotifiedShop } from "./fixtures/notified-shop.ts";
import { openChromium } from "./fixtures/open-chromium.ts";
import { failedCard, merchantByVariant, postSale, saleOf, sellSigned, signSale } from "./fixtures/sale.ts";

// Makes the pictures of the inspector in the docs: `pnpm --filter @pay-index/sandbox screenshots`

const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));

/** This shop keeps one order behind a login, and finds what is wrong with a sign. */
const shop = await openNotifiedShop((response, _, received) => {
  const { fields } = received;
  if (fields.get("orderid") === "MUG-1043") return void response.writeHead(403).end("Forbidden");
  const spoiled =
    fields.get("orderid") === "LAMP-1042" &&
    shop.received.filter(({ fields: got }) => got.get("orderid") === "LAMP-1042").length === 1;
  return void response.writeHead(spoiled ? 401 : 200).end(spoiled ? "mismatch" : "OK");
});
const sandbox = await createSandbox({
  port: 0,
  jitter: { min: 0, max: 0 },
  retryGaps: [600, 20_000, 40_000, 80_000],
});
const urls = { pay_notifyurl: shop.notifyUrl, pay_callbackurl: shop.callbackUrl };

await sellSigned(sandbox.url, "card", { pay_orderid: "LAMP-1038", ...urls });
await sellSigned(sandbox.url, "card", { pay_orderid: "LAMP-1039", pay_cardno: failedCard, ...urls });
await sellSigned(sandbox.url, "link", { pay_orderid: "LAMP-1040", ...urls });
await sandbox.closeOrder("LAMP-1040");
await sellSigned(sandbox.url, "subscription", { pay_orderid: "COFFEE-1041", pay_amount: "18.00", ...urls });
await sandbox.setFaults({ of: "next" }, [{ kind: "corrupt_sign", tries: 1 }]);
await sellSigned(sandbox.url, "card", { pay_orderid: "LAMP-1042", ...urls });
await sandbox.nextDelivery("LAMP-1042");
await sandbox.nextDelivery("LAMP-1042");
await sellSigned(sandbox.url, "card", { pay_orderid: "MUG-1043", pay_amount: "14.00", ...urls });
await sandbox.nextDelivery("MUG-1043");
await sandbox.nextDelivery("MUG-1043");
await sellSigned(sandbox.url, "apm", { pay_orderid: "CHAIR-1044", pay_amount: "189.00", ...urls });
const wrong = saleOf("hosted", { pay_orderid: "LAMP-1045", ...urls });
const { pay_md5sign: sent } = signSale({ ...wrong, pay_amount: "42.5" }, merchantByVariant.hosted.key);
await postSale(sandbox.url, { ...wrong, pay_md5sign: sent ?? "" });

const browser = await openChromium();

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly height: number;
  readonly look?: BrowserContextOptions;
  /** The text of what is opened first. */
  readonly opened?: string;
}

async function take({ name, path, height, look = {}, opened }: Picture): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1120, height }, ...look });
  const page = await context.newPage();
  await page.goto(sandbox.url + path);
  if (opened) await page.getByText(opened).first().click();
  await page.screenshot({ path: `${images}${name}.png` });
  await context.close();
}

await take({ name: "sandbox-orders", path: "/", height: 710 });
await take({
  name: "sandbox-timeline",
  path: "/orders/10001/LAMP-1042",
  height: 1190,
  look: { viewport: { width: 900, height: 1190 } },
  opened: "The notification and its signing text",
});
await take({ name: "sandbox-wrong-signature", path: "/refused/1", height: 980 });
await take({
  name: "sandbox-phone",
  path: "/orders/10001/MUG-1043",
  height: 800,
  look: { viewport: { width: 360, height: 800 } },
});
await sandbox.setFaults({ of: "next" }, [{ kind: "drop", tries: 2 }]);
await take({ name: "sandbox-faults-dark", path: "/faults", height: 860, look: { colorScheme: "dark" } });

await browser.close();
await sandbox.close();
await shop.close();
