import type { AppPlugin } from "@capacitor/app";
import type * as Plugin from "@capacitor/inappbrowser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemBrowser } from "../src/capacitor.ts";
import { openPayment, resumePayment } from "../src/index.ts";
import { CapacitorPhone } from "./bridge/capacitor-phone.ts";
import { InspectableStorage } from "./fake-opener-and-storage.ts";
import { FakeSystemBrowser } from "./shop/fake-system-browser.ts";
import { type AppShop, openAppShop } from "./shop/open-app-shop.ts";

/*
 * A sale with `pay_app_scheme`, from the app to the real sandbox and a real shop and back. The native side alone is played: it
 * gives the app the addresses that the pages themselves lead to. No phone is in it.
 */

const phone = new CapacitorPhone();
let plugin: typeof Plugin;
let App: { plugin: AppPlugin };
let shop: AppShop;
let count = 0;

beforeAll(async () => {
  phone.install();
  plugin = await import("@capacitor/inappbrowser");
  App = { plugin: (await import("@capacitor/app")).App };
  shop = await openAppShop();
});
afterAll(() => shop?.[Symbol.asyncDispose]());

/**
 * An order that is being paid in the system's browser. The system brings the buyer back by the app's own scheme, or by an address of
 * the shop that it knows as the app's.
 */
async function opened(by: "scheme" | "universal link" = "scheme") {
  count += 1;
  const order = `order-${count}`;
  const storage = new InspectableStorage();
  const links = { scheme: `teashop://orders/${order}`, "universal link": `${shop.url}/orders/${order}` };
  const isApps = (address: string) =>
    address.startsWith("teashop:") || (by === "universal link" && address === links[by]);
  const opens: string[] = [];
  const shown = new FakeSystemBrowser((address) => {
    if (!isApps(address)) return false;
    opens.push(address);
    phone.emit("appUrlOpen", { url: address });
    return true;
  });
  const browser = systemBrowser({
    inAppBrowser: plugin.InAppBrowser,
    app: App.plugin,
    options: plugin.DefaultSystemBrowserOptions,
    returnUrl: Object.values(links),
  });
  const sale = await shop.start(order);
  phone.calls.length = 0;
  const result = openPayment({ ...sale, browser, storage });
  await phone.called("openInSystemBrowser");
  expect(phone.calls[0]?.options).toMatchObject({ url: sale.url });
  await shown.open(sale.url);
  // SPEC 2.1: the app is offered the buyer first, and that ends nothing. The page has a way past it.
  expect(opens).toEqual([links.scheme]);
  await shown.follow("Continue in the browser");
  expect(phone.calls.map(({ method }) => method)).toEqual(["openInSystemBrowser"]);
  return { sale, result, shown, opens, links, storage, browser };
}

/** The wallet answers, the shop hears of it, and the buyer is on the way back. */
async function ends(choice: "approve" | "refuse", { shown, sale }: Awaited<ReturnType<typeof opened>>) {
  const told = shop.sandbox.nextDelivery(sale.attemptId);
  await shown.answer(choice);
  expect((await told).outcome).toBe("ok");
  if (shown.url.includes("/wait/")) await shown.reload();
}

describe.each(["scheme", "universal link"] as const)("return by the %s", (by) => {
  test.each([
    ["approve", { status: 1, message: "Payment successful." }],
    ["refuse", { status: 2, message: "Payment failed." }],
  ] as const)("the shop confirms the result of the choice %s in the wallet", async (choice, outcome) => {
    const all = await opened(by);
    await ends(choice, all);
    expect(await all.result).toEqual({ ...outcome, orderId: all.sale.attemptId, confirmed: true });
    expect(all.opens).toHaveLength(2);
    expect(all.opens[1]?.startsWith(all.links[by])).toBe(true);
    expect(all.storage.kept.size).toBe(0);
  });
});

test("an app that was killed is launched by the return, and asks the shop at the stored address", async () => {
  const all = await opened();
  // Nobody is there to hear of it.
  phone.forget();
  await ends("approve", all);
  const launched = all.opens.at(-1);
  expect(launched).toMatch(/paymentStatus=paid$/);
  phone.answers.set("getLaunchUrl", () => ({ url: launched }));
  const { browser, storage, sale } = all;
  expect(await resumePayment({ browser, storage })).toMatchObject({
    status: 1,
    orderId: sale.attemptId,
    confirmed: true,
  });
  expect(storage.kept.size).toBe(0);
});
