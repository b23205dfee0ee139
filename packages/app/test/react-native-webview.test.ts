import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  ShouldStartLoadRequest,
  ShouldStartLoadRequestEvent,
  WebViewError,
  WebViewHttpError,
  WebViewNativeEvent,
} from "react-native-webview/lib/WebViewTypes";
import { beforeAll, expect, test } from "vitest";
import { type OpenPaymentOptions, openPayment } from "../src/index.ts";
import { type ReactNativeWebViewProps, reactNativeWebView } from "../src/react-native-webview.ts";
import { importWithNativeSide } from "./bridge/import-with-native-side.ts";

/* The web view's own rule, which addresses it loads, runs here over a native side that this test drives. No phone is in it. */

const url = "https://gateway.example/pay/1";
const page: WebViewNativeEvent = {
  ...{ url, loading: true, title: "", lockIdentifier: 0 },
  ...{ canGoBack: false, canGoForward: false },
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

/** A screen that renders what it is told, and a web view that loads what the page asks for. It is open. */
async function stage(
  returnUrl: string | string[] = "teashop://paid",
  more: Partial<OpenPaymentOptions> = {},
) {
  const shown: (ReactNativeWebViewProps | undefined)[] = [];
  const browser = reactNativeWebView({ returnUrl, show: (props) => shown.push(props) });
  const result = openPayment({ url, browser, ...more });
  await new Promise(setImmediate);
  const props = shown[0]!;
  const loads = (next: string, isTopFrame = true) => {
    let loaded = false;
    const request: ShouldStartLoadRequest = { ...page, url: next, navigationType: "other", isTopFrame };
    shared.createOnShouldStartLoadWithRequest(
      (shouldStart) => {
        loaded = shouldStart;
      },
      props.originWhitelist,
      props.onShouldStartLoadWithRequest,
    )({ nativeEvent: request } as ShouldStartLoadRequestEvent);
    return loaded;
  };
  return { browser, shown, props, loads, result };
}

const event = <T>(nativeEvent: T) => ({ nativeEvent }) as never;

test("the web view displays the page, and closes at the return address without loading it", async () => {
  const { result, shown, props, loads } = await stage();
  expect(props.source).toEqual({ uri: url });
  for (const address of [url, "https://bank.example/3d", "about:blank"]) expect(loads(address)).toBe(true);
  for (const address of [
    "teashop://paid.evil?paymentStatus=succeeded",
    "teashop://cart",
    "javascript:alert(1)",
    "alipays://pay",
  ])
    expect(loads(address)).toBe(false);
  expect(loads("teashop://paid?paymentStatus=succeeded&orderID=FRAME", false)).toBe(false);
  expect(loads("teashop://paid?paymentStatus=succeeded&orderID=A1")).toBe(false);
  expect(await result).toMatchObject({ status: 1, orderId: "A1", confirmed: false });
  expect(shown).toEqual([expect.anything(), undefined]);
  // The web view passes a link of another app to the system.
  expect(givenToSystem).toContain("alipays://pay");
  expect(givenToSystem).not.toContainEqual(expect.stringMatching(/^teashop:/));
});

test("APP-RETURN: the app's own scheme without paymentStatus does not end the payment", async () => {
  const status = async () => ({ state: "paid" });
  const { result, shown, props, loads } = await stage(["teashop://paid", "https://shop.example/orders/7"], {
    status,
  });
  expect(loads("teashop://paid")).toBe(false);
  props.onNavigationStateChange({ ...page, url: "teashop://paid", navigationType: "other" });
  await new Promise(setImmediate);
  expect(shown).toHaveLength(1);
  expect(loads("https://shop.example/orders/7")).toBe(false);
  expect(await result).toMatchObject({ status: 1, confirmed: true });
});

test.each(["link", "form"])("a web address ends the payment as the target of a %s", async (how) => {
  const { result, props, loads } = await stage(["https://shop.example/paid", "teashop://paid"]);
  expect(loads("https://shop.example/paid/not?paymentStatus=fail")).toBe(true);
  const back = "https://shop.example/paid?paymentStatus=succeeded&orderID=A1";
  if (how === "link") expect(loads(back)).toBe(false);
  else props.onNavigationStateChange({ ...page, url: back, navigationType: "formsubmit" });
  expect(await result).toMatchObject({ status: 1, orderId: "A1" });
});

const [notLoaded, gone] = [
  "The payment page could not be loaded.",
  "The screen with the payment page is gone.",
];

test.each<[what: string, happens: (props: ReactNativeWebViewProps) => void, message: string]>([
  [
    "no network",
    ({ onError }) => onError(event<WebViewError>({ ...page, code: -2, description: "" })),
    notLoaded,
  ],
  [
    "an error of the server",
    ({ onHttpError }) => onHttpError(event<WebViewHttpError>({ ...page, statusCode: 502, description: "" })),
    notLoaded,
  ],
  ["iOS ending the page's process", (props) => props.onContentProcessDidTerminate(event(page)), gone],
  [
    "Android ending the page's process",
    (props) => props.onRenderProcessGone(event({ didCrash: false })),
    gone,
  ],
])("%s has its message", async (_, happens, message) => {
  const { result, props } = await stage();
  happens(props);
  expect(await result).toEqual({ status: 2, message, orderId: "", confirmed: false });
});

test("an HTTP error on the way back to the shop does not end the payment", async () => {
  const { browser, props, result } = await stage();
  const away = { ...page, url: "https://shop.example/pay/return/A1/token", statusCode: 503, description: "" };
  props.onHttpError(event<WebViewHttpError>(away));
  browser.close();
  expect(await result).toMatchObject({ message: "The payment page was closed." });
});

test("the payment ends after the app's close button, when the screen is gone, and without a screen", async () => {
  const closed = await stage("teashop://paid", { cancelStatus: true });
  closed.browser.close();
  expect(await closed.result).toMatchObject({ status: 3, message: "Payment cancelled." });
  const left = await stage("teashop://paid", { cancelStatus: true });
  left.browser.screenGone();
  expect(await left.result).toMatchObject({ status: 2, message: gone });
  const nowhere = reactNativeWebView({ returnUrl: "teashop://paid", show: undefined as never });
  nowhere.close();
  nowhere.screenGone();
  const { message } = await openPayment({ url, browser: nowhere });
  expect(message).toBe("There is nothing to open the payment page in.");
});
