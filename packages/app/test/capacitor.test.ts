import type { AppPlugin } from "@capacitor/app";
import type * as Plugin from "@capacitor/inappbrowser";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { systemBrowser, webView } from "../src/capacitor.ts";
import { openPayment, resumePayment } from "../src/index.ts";
import { CapacitorPhone } from "./bridge/capacitor-phone.ts";
import { InspectableStorage } from "./fake-opener-and-storage.ts";

/* The plugins' own code runs here, over a native side that this test drives. No phone is in it. */

const url = "https://gateway.example/pay/1";
const returnUrl = ["teashop://paid", "https://shop.example/paid"];
const phone = new CapacitorPhone();
let plugin: typeof Plugin;
let App: { plugin: AppPlugin };

beforeAll(async () => {
  phone.install();
  plugin = await import("@capacitor/inappbrowser");
  // Whoever awaits a plugin asks the native side for its method `then`.
  App = { plugin: (await import("@capacitor/app")).App };
});
beforeEach(() => {
  phone.calls.length = 0;
  phone.answers.clear();
});

function inSystemBrowser() {
  return systemBrowser({
    inAppBrowser: plugin.InAppBrowser,
    app: App.plugin,
    options: plugin.DefaultSystemBrowserOptions,
    returnUrl,
  });
}

function inWebView() {
  return webView({
    inAppBrowser: plugin.InAppBrowser,
    options: plugin.DefaultWebViewOptions,
    returnUrl: "https://shop.example/paid",
  });
}

test.each([
  "teashop://paid?paymentStatus=succeeded&orderID=A1",
  "https://shop.example/paid?paymentStatus=succeeded&orderID=A1",
])("the system browser closes when the system passes %s to the app", async (back) => {
  const result = openPayment({ url, browser: inSystemBrowser(), attemptId: "A1" });
  await phone.called("openInSystemBrowser");
  expect(phone.calls[0]?.options).toEqual({ url, options: plugin.DefaultSystemBrowserOptions });
  for (const other of [
    "teashop://paid2?paymentStatus=fail&orderID=A1",
    "https://shop.example.evil.example/paid?paymentStatus=fail&orderID=A1",
    "teashop://paid?paymentStatus=fail&orderID=B2",
    "teashop://cart",
    // APP-RETURN: the app's own scheme without paymentStatus.
    "teashop://paid",
  ])
    phone.emit("appUrlOpen", { url: other });
  // Android tells first that the browser is closed, and then what it has brought.
  phone.emit("browserClosed");
  phone.emit("appUrlOpen", { url: back });
  expect(await result).toMatchObject({ status: 1, orderId: "A1" });
  expect(phone.calls.map(({ method }) => method)).toEqual(["openInSystemBrowser", "close"]);
  expect(phone.listening).toBe(0);
});

test("the address that launched the app resolves no later payment, and leaves no listener behind", async () => {
  phone.retain("appUrlOpen", { url: "teashop://paid?paymentStatus=succeeded&orderID=OLD" });
  const result = openPayment({ url, browser: inSystemBrowser() });
  await phone.called("openInSystemBrowser");
  phone.emit("browserClosed");
  expect(await result).toMatchObject({ status: 2, message: "The payment page was closed.", orderId: "" });
  expect(phone.listening).toBe(0);
});

test.each([
  ["openInSystemBrowser", inSystemBrowser],
  ["openInWebView", inWebView],
])(
  "events before %s has opened the page belong to an earlier page, and are ignored",
  async (method, browser) => {
    const opening = Promise.withResolvers<void>();
    phone.answers.set(method, () => opening.promise);
    const result = openPayment({ url, browser: browser() });
    await phone.called(method);
    phone.emit("browserClosed");
    opening.resolve();
    await new Promise(setImmediate);
    const back = { url: "https://shop.example/paid?paymentStatus=succeeded&orderID=A1" };
    phone.emit("appUrlOpen", back);
    phone.emit("browserPageNavigationCompleted", back);
    expect(await result).toMatchObject({ status: 1, orderId: "A1" });
    expect(phone.listening).toBe(0);
  },
);

test("the web view closes at the return address", async () => {
  const result = openPayment({ url, browser: inWebView() });
  await phone.called("openInWebView");
  expect(phone.calls[0]?.options).toEqual({ url, options: plugin.DefaultWebViewOptions });
  for (const page of [
    url,
    undefined,
    "https://shop.example/paid/not?paymentStatus=succeeded",
    "https://shop.example/paid?paymentStatus=fail&orderID=A1",
  ])
    phone.emit("browserPageNavigationCompleted", { url: page });
  expect(await result).toEqual({ status: 2, message: "Payment failed.", orderId: "A1", confirmed: false });
  expect(phone.calls.map(({ method }) => method)).toEqual(["openInWebView", "close"]);
  expect(phone.listening).toBe(0);
});

test("a browser that does not open, and a missing plugin, fail with a message", async () => {
  for (const method of ["openInSystemBrowser", "openInWebView", "close"])
    phone.answers.set(method, () => Promise.reject(new Error("OS-PLUG-IABP-0005")));
  const failed = { status: 2, message: "The payment page could not be opened." };
  expect(await openPayment({ url, browser: inSystemBrowser() })).toMatchObject(failed);
  expect(await openPayment({ url, browser: inWebView() })).toMatchObject(failed);
  expect(phone.listening).toBe(0);
  const none = { inAppBrowser: undefined as never, app: App.plugin, returnUrl };
  for (const browser of [
    systemBrowser({ ...none, options: plugin.DefaultSystemBrowserOptions }),
    webView({ ...none, options: plugin.DefaultWebViewOptions }),
  ])
    expect((await openPayment({ url, browser })).message).toBe(
      "There is nothing to open the payment page in.",
    );
});

test("resumePayment resolves with the return that launched a killed app", async () => {
  const storage = new InspectableStorage();
  void openPayment({ url, browser: inSystemBrowser(), attemptId: "A1", storage });
  await phone.called("openInSystemBrowser");
  phone.answers.set("getLaunchUrl", () => ({ url: "teashop://paid?paymentStatus=succeeded&orderID=A1" }));
  expect(await resumePayment({ browser: inSystemBrowser(), storage })).toMatchObject({
    status: 1,
    orderId: "A1",
  });
  const status = async () => ({ state: "paid" });
  for (const launched of [{ url: "teashop://paid/more?paymentStatus=succeeded" }, undefined]) {
    phone.answers.set("getLaunchUrl", () => launched);
    expect(await resumePayment({ browser: inSystemBrowser(), storage, status })).toBeUndefined();
  }
  phone.emit("appUrlOpen", { url: "teashop://paid?orderID=A1" });
});
