import type { AppPlugin } from "@capacitor/app";
import type * as Plugin from "@capacitor/inappbrowser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemBrowser } from "../src/capacitor.ts";
import { openPayment, resumePayment } from "../src/index.ts";
import { CapacitorPhone } from "./bridge/capacitor-phone.ts";
import { InspectableStorage } from "./fake-opener-and-storage.ts";
import { FakeSystemBrowser } from "./shop/fake-system-browser.ts";
import { type AppShop, openAppShop, type StartedPayment } from "./shop/open-app-shop.ts";

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
beforeEach(() => phone.answers.clear());

interface Opening {
  /** Where the system brings the buyer back to the app: by the app's own scheme, or by an address of the shop that it knows as the app's. */
  readonly by?: "scheme" | "universal link";
  readonly storage?: InspectableStorage;
  readonly patience?: number;
}

/** An order that is being paid in the system's browser. */
async function opened({ by = "scheme", storage = new InspectableStorage(), patience }: Opening = {}) {
  count += 1;
  const order = `order-${count}`;
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
  const inApp = () =>
    systemBrowser({
      inAppBrowser: plugin.InAppBrowser,
      app: App.plugin,
      options: plugin.DefaultSystemBrowserOptions,
      returnUrl: Object.values(links),
    });
  const sale = await shop.start(order);
  phone.calls.length = 0;
  const result = openPayment({ ...sale, browser: inApp(), storage, ...(patience ? { patience } : {}) });
  await phone.called("openInSystemBrowser");
  expect(phone.calls[0]?.options).toMatchObject({ url: sale.url });
  await shown.open(sale.url);
  // SPEC 2.1: the app is offered the buyer first, and that ends nothing. The page has a way past it.
  expect(opens).toEqual([links.scheme]);
  await shown.follow("Continue in the browser");
  expect(phone.calls.map(({ method }) => method)).toEqual(["openInSystemBrowser"]);
  return { sale, result, shown, opens, links, storage, inApp };
}

/** The wallet answers, the shop hears of it, and the buyer is on the way back. */
async function ends(choice: "approve" | "refuse", { shown, sale }: Awaited<ReturnType<typeof opened>>) {
  const told = shop.sandbox.nextDelivery(sale.attemptId);
  await shown.answer(choice);
  expect((await told).outcome).toBe("ok");
}

const isWaiting = (shown: FakeSystemBrowser) => shown.url.includes("/wait/");

const paid = (sale: StartedPayment) => ({
  status: 1,
  message: "Payment successful.",
  orderId: sale.attemptId,
  confirmed: true,
});

describe.each(["scheme", "universal link"] as const)("return by the %s", (by) => {
  test.each([
    ["approve", { status: 1, message: "Payment successful." }],
    ["refuse", { status: 2, message: "Payment failed." }],
  ] as const)("the shop confirms the result of the choice %s in the wallet", async (choice, outcome) => {
    const all = await opened({ by });
    await ends(choice, all);
    if (isWaiting(all.shown)) await all.shown.reload();
    expect(await all.result).toEqual({ ...outcome, orderId: all.sale.attemptId, confirmed: true });
    expect(all.opens).toHaveLength(2);
    expect(all.opens[1]?.startsWith(all.links[by])).toBe(true);
    expect(all.storage.kept.size).toBe(0);
  });
});

test("the shop reports the outcome after the buyer closes the browser, paid or not (B-42)", async () => {
  const left = await opened({ patience: 100 });
  phone.emit("browserClosed");
  expect(await left.result).toEqual({
    status: 0,
    message: "The payment page was closed.",
    orderId: left.sale.attemptId,
    confirmed: true,
  });
  const bought = await opened();
  await ends("approve", bought);
  phone.emit("browserClosed");
  expect(await bought.result).toEqual(paid(bought.sale));
});

test("a return that another app forges confirms no payment, because the shop's answer decides", async () => {
  const all = await opened({ patience: 100 });
  const forged = `${all.links.scheme}?paymentStatus=succeeded&orderID=${all.sale.attemptId}`;
  phone.emit("appUrlOpen", { url: forged });
  expect(await all.result).toMatchObject({ status: 0, message: "The payment is not confirmed yet." });
});

describe("an app that was killed during an open payment", () => {
  test("is launched by the return, and asks the shop at the stored address", async () => {
    const all = await opened();
    // Nobody is there to hear of it.
    phone.forget();
    await ends("approve", all);
    if (isWaiting(all.shown)) await all.shown.reload();
    const launched = all.opens.at(-1);
    expect(launched).toMatch(/paymentStatus=paid$/);
    phone.answers.set("getLaunchUrl", () => ({ url: launched }));
    const { storage } = all;
    expect(await resumePayment({ browser: all.inApp(), storage })).toEqual(paid(all.sale));
    expect(storage.kept.size).toBe(0);
  });

  test("is launched by the return of the older of two orders, and does not take the newer one for it", async () => {
    const storage = new InspectableStorage();
    const older = await opened({ storage });
    phone.forget();
    const newer = await opened({ storage });
    phone.forget();
    await ends("approve", newer);
    const { attemptId } = older.sale;
    const launched = `${older.links.scheme}?paymentStatus=failed&orderID=${attemptId}`;
    phone.answers.set("getLaunchUrl", () => ({ url: launched }));
    const asked: string[] = [];
    const status = async (id: string) => {
      asked.push(id);
      return { state: "failed", orderId: id };
    };
    const failed = { status: 2, message: "Payment failed.", orderId: attemptId, confirmed: true };
    expect(await resumePayment({ browser: older.inApp(), storage, status })).toEqual(failed);
    expect(asked).toEqual([attemptId]);
    phone.answers.set("getLaunchUrl", () => undefined);
    expect(await resumePayment({ browser: newer.inApp(), storage })).toEqual(paid(newer.sale));
  });

  test("asks the shop at its next start if the buyer never returned", async () => {
    const all = await opened();
    phone.forget();
    await ends("refuse", all);
    phone.answers.set("getLaunchUrl", () => undefined);
    const failed = { status: 2, message: "Payment failed.", orderId: all.sale.attemptId, confirmed: true };
    expect(await resumePayment({ browser: all.inApp(), storage: all.storage })).toEqual(failed);
    expect(await resumePayment({ browser: all.inApp(), storage: all.storage })).toBeUndefined();
  });
});
