import type { WebViewProps } from "react-native-webview";
import type { PaymentBrowser, PaymentPageOutcome } from "./payment-browser.ts";
import { endsPayment, isWebUrl, type ReturnUrlPattern } from "./return-url.ts";

/** For `<WebView {...props} />` of `react-native-webview`. Leave none of them out. */
export type PaymentWebViewProps = Required<
  Pick<
    WebViewProps,
    | "source"
    | "originWhitelist"
    | "onShouldStartLoadWithRequest"
    | "onNavigationStateChange"
    | "onError"
    | "onHttpError"
    | "onContentProcessDidTerminate"
    | "onRenderProcessGone"
  >
>;

export interface ReactNativeWebViewSetup {
  /** Renders the payment page with these props; takes it away when there are none. */
  readonly show: (props: PaymentWebViewProps | undefined) => void;
  /** A web address, or one of the app's own scheme. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface ReactNativeWebViewBrowser extends PaymentBrowser {
  /** For the screen's close button, and the back key of Android. */
  close(): void;
  /** For the screen that shows the page, when it goes away. */
  screenGone(): void;
}

/** In a web view that the app renders itself. */
export function reactNativeWebView({ show, returnUrl }: ReactNativeWebViewSetup): ReactNativeWebViewBrowser {
  let end: (ending: PaymentPageOutcome) => void = () => undefined;
  return {
    open({ url }) {
      return new Promise<PaymentPageOutcome>((resolve) => {
        end = resolve;
        if (show) show(createWebViewProps(url, returnUrl, resolve));
        else resolve("context_missing");
      });
    },
    close() {
      end("closed");
      show?.(undefined);
    },
    screenGone: () => end("screen_gone"),
  };
}

function createWebViewProps(
  url: string,
  returnUrl: ReturnUrlPattern,
  end: (ending: PaymentPageOutcome) => void,
): PaymentWebViewProps {
  const isBack = (address: string) => {
    const back = endsPayment(address, returnUrl);
    if (back) end(address);
    return back;
  };
  const gone = () => end("screen_gone");
  const failed = () => end("load_failed");
  return {
    source: { uri: url },
    // What is not listed here the web view gives to the system, the app's own scheme with it.
    originWhitelist: [
      "http://*",
      "https://*",
      ...[returnUrl].flat().map((each) => `${each.split(":")[0]}://*`),
    ],
    onShouldStartLoadWithRequest: ({ url, isTopFrame }) =>
      !(isTopFrame && isBack(url)) && (isWebUrl(url) || url.startsWith("about:")),
    // Android does not ask before it follows a form.
    onNavigationStateChange: ({ url: now }) => {
      isBack(now);
    },
    onError: failed,
    // Of the payment page: what comes after it is the shop's, which may know better in a moment.
    onHttpError: ({ nativeEvent }) => void (readOrigin(nativeEvent.url) === readOrigin(url) && failed()),
    onContentProcessDidTerminate: gone,
    onRenderProcessGone: gone,
  };
}

function readOrigin(url: string): string | undefined {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0];
}
