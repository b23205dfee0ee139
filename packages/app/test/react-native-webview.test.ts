import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  ShouldStartLoadRequest,
  ShouldStartLoadRequestEvent,
  WebViewError,
  WebViewHttpError,
  WebViewNativeEvent,
  WebViewNavigation,
} from "react-native-webview/lib/WebViewTypes";
import { beforeAll, expect, test } from "vitest";
import { openPayment } from "../src/index.ts";
import { type ReactNativeWebViewProps, reactNativeWebView } from "../src/react-native-webview.ts";
import { importWithNativeSide } from "./bridge/import-with-native-side.ts";

/* The web view's own rule, which addresses it loads, runs here over a native side that this test drives. No phone is in it. */

const url = "https://gateway.example/pay/1";
const page: WebViewNativeEvent = {
  url,
  loading: true,
  title: "",
  canGoBack: false,
  canGoForward: false,
  lockIdentifier: 0,
};

interface Shared {
  createOnShouldStartLoadWithRequest(
    loadRequest: (shouldStart: boolean, url: string) => void,
    originWhitelist: readonly string[],
    ask: ReactNativeWebViewProps["onShouldStartLoadWithRequest"],
  ): (event: ShouldStartLoadRequestEvent) => void;
}

const givenToSystem: string[] = [];
let shared: Shared;
beforeAll(async () => {
  const manifest = fileURLToPath(import.meta.resolve("react-native-webview/package.json"));
  const Linking = {
    canOpenURL: async (asked: string) => {
      givenToSystem.push(asked);
      return true;
    },
    openURL: async () => undefined,
  };
  shared = await importWithNativeSide<Shared>(join(manifest, "../src/WebViewShared.tsx"), {
    "react-native": {
      Linking,
      View: "View",
      ActivityIndicator: "ActivityIndicator",
      Text: "Text",
      Platform: { OS: "android", select: () => undefined },
      StyleSheet: { create: (styles: unknown) => styles },
    },
  });
});

/** A screen that renders what it is told, and a web view that loads what the page asks for. */
function stage(returnUrl: string | string[] = "teashop://paid") {
  const shown: (ReactNativeWebViewProps | undefined)[] = [];
  const browser = reactNativeWebView({ returnUrl, show: (props) => shown.push(props) });
  const props = () => shown.at(-1)!;
  const loads = (next: string, isTopFrame = true) => {
    const { originWhitelist, onShouldStartLoadWithRequest } = props();
    let loaded = false;
    const request: ShouldStartLoadRequest = { ...page, url: next, navigationType: "other", isTopFrame };
    shared.createOnShouldStartLoadWithRequest(
      (shouldStart) => {
        loaded = shouldStart;
      },
      originWhitelist,
      onShouldStartLoadWithRequest,
    )({ nativeEvent: request } as ShouldStartLoadRequestEvent);
    return loaded;
  };
  return { browser, shown, props, loads };
}

const event = <T>(nativeEvent: T) => ({ nativeEvent }) as never;

test("the web view displays the page, and closes at the return address without loading it", async () => {
  const { browser, shown, props, loads } = stage();
  const result = openPayment({ url, browser });
  await new Promise(setImmediate);
  expect(props().source).toEqual({ uri: url });
  expect(loads(url)).toBe(true);
  expect(loads("https://bank.example/3d")).toBe(true);
  expect(loads("about:blank")).toBe(true);
  expect(loads("teashop://paid.evil?paymentStatus=succeeded")).toBe(false);
  expect(loads("teashop://cart")).toBe(false);
  expect(loads("teashop://paid?paymentStatus=succeeded&orderID=FRAME", false)).toBe(false);
  expect(loads("javascript:alert(1)")).toBe(false);
  expect(loads("teashop://paid?paymentStatus=succeeded&orderID=A1")).toBe(false);
  expect(await result).toEqual({
    status: 1,
    message: "Payment successful.",
    orderId: "A1",
    confirmed: false,
  });
  expect(shown).toEqual([expect.anything(), undefined]);
});

test("APP-RETURN: the app's own scheme without paymentStatus does not end the payment", async () => {
  const { browser, shown, props, loads } = stage(["teashop://paid", "https://shop.example/orders/7"]);
  const result = openPayment({ url, browser, status: async () => ({ state: "paid" }) });
  await new Promise(setImmediate);
  expect(loads("teashop://paid")).toBe(false);
  props().onNavigationStateChange({ ...page, url: "teashop://paid", navigationType: "other" });
  await new Promise(setImmediate);
  expect(shown).toHaveLength(1);
  expect(loads("https://shop.example/orders/7")).toBe(false);
  expect(await result).toMatchObject({ status: 1, confirmed: true });
});

test("the web view passes a link of another app to the system", async () => {
  const { browser, loads } = stage();
  const result = openPayment({ url, browser });
  await new Promise(setImmediate);
  expect(loads("alipays://pay")).toBe(false);
  expect(givenToSystem).toContain("alipays://pay");
  expect(givenToSystem).not.toContainEqual(expect.stringMatching(/^teashop:/));
  browser.close();
  await result;
});

test("a web address ends the payment, both as a link and as the target of a form", async () => {
  for (const how of ["asked", "reached"]) {
    const { browser, props, loads } = stage(["https://shop.example/paid", "teashop://paid"]);
    const result = openPayment({ url, browser });
    await new Promise(setImmediate);
    expect(loads("https://shop.example/paid/not?paymentStatus=fail")).toBe(true);
    const back = "https://shop.example/paid?paymentStatus=succeeded&orderID=A1";
    const navigation: WebViewNavigation = { ...page, url: back, navigationType: "formsubmit" };
    if (how === "asked") expect(loads(back)).toBe(false);
    else props().onNavigationStateChange(navigation);
    expect(await result).toMatchObject({ status: 1, orderId: "A1" });
  }
});

test.each<[what: string, happens: (props: ReactNativeWebViewProps) => void, message: string]>([
  [
    "no network",
    ({ onError }) =>
      onError(event<WebViewError>({ ...page, code: -2, description: "net::ERR_NAME_NOT_RESOLVED" })),
    "The payment page could not be loaded.",
  ],
  [
    "an error of the server",
    ({ onHttpError }) => onHttpError(event<WebViewHttpError>({ ...page, statusCode: 502, description: "" })),
    "The payment page could not be loaded.",
  ],
  [
    "iOS ending the page's process",
    ({ onContentProcessDidTerminate }) => onContentProcessDidTerminate(event(page)),
    "The screen with the payment page is gone.",
  ],
  [
    "Android ending the page's process",
    ({ onRenderProcessGone }) => onRenderProcessGone(event({ didCrash: false })),
    "The screen with the payment page is gone.",
  ],
])("%s has its message", async (_, happens, message) => {
  const { browser, props } = stage();
  const result = openPayment({ url, browser });
  await new Promise(setImmediate);
  happens(props());
  expect(await result).toEqual({ status: 2, message, orderId: "", confirmed: false });
});

test("an HTTP error on the way back to the shop does not end the payment", async () => {
  const { browser, props, loads } = stage(["https://shop.example/orders/7"]);
  const result = openPayment({ url, browser, status: async () => ({ state: "paid" }) });
  await new Promise(setImmediate);
  const away = { ...page, url: "https://shop.example/pay/return/A1/token", statusCode: 503, description: "" };
  props().onHttpError(event<WebViewHttpError>(away));
  expect(loads("https://shop.example/orders/7")).toBe(false);
  expect(await result).toMatchObject({ status: 1, message: "Payment successful." });
  const failing = stage();
  const another = openPayment({
    url,
    browser: failing.browser,
    status: async () => ({ state: "none" }),
    patience: 1,
  });
  await new Promise(setImmediate);
  failing.props().onHttpError(event<WebViewHttpError>(away));
  failing.browser.close();
  expect(await another).toMatchObject({ message: "The payment page was closed." });
});

test("the payment ends after the app's close button, when the screen is gone, and without a screen", async () => {
  const closed = stage();
  const one = openPayment({ url, browser: closed.browser, cancelStatus: true });
  await new Promise(setImmediate);
  closed.browser.close();
  expect(await one).toMatchObject({ status: 3, message: "Payment cancelled." });

  const left = stage();
  const two = openPayment({ url, browser: left.browser, cancelStatus: true });
  await new Promise(setImmediate);
  left.browser.screenGone();
  expect(await two).toMatchObject({ status: 2, message: "The screen with the payment page is gone." });

  const nowhere = reactNativeWebView({ returnUrl: "teashop://paid", show: undefined as never });
  nowhere.close();
  nowhere.screenGone();
  expect(await openPayment({ url, browser: nowhere })).toMatchObject({
    status: 2,
    message: "There is nothing to open the payment page in.",
  });
});
