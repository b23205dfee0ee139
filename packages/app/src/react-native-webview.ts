import type { WebViewProps } from "react-native-webview";
import type { PaymentPageOpener, PaymentPageOutcome } from "./payment-page-opener.ts";
import { isPaymentEndUrl, isWebUrl, type ReturnUrlPattern } from "./return-url.ts";

/** The props for `<WebView {...props} />` of `react-native-webview`. Pass all of them. */
export type ReactNativeWebViewProps = Required<
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
  /** Renders the payment page with these props. Removes it if there are none. */
  readonly show: (props: ReactNativeWebViewProps | undefined) => void;
  /** A web address, or an address of the app's own scheme. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface ReactNativeWebViewOpener extends PaymentPageOpener {
  /** Call it for the screen's close button, and for the back key of Android. */
  close(): void;
  /** Call it when the screen with the page is removed. */
  screenGone(): void;
}

/** Opens the page in a web view that the app renders. */
export function reactNativeWebView({ show, returnUrl }: ReactNativeWebViewSetup): ReactNativeWebViewOpener {
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
): ReactNativeWebViewProps {
  const isBack = (address: string) => {
    const back = isPaymentEndUrl(address, returnUrl);
    if (back) end(address);
    return back;
  };
  const gone = () => end("screen_gone");
  const failed = () => end("load_failed");
  return {
    source: { uri: url },
    // The web view passes addresses outside of this list to the system, including those of the app's own scheme.
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
    // Only errors of the payment page count. Later pages belong to the shop, which may have the result soon.
    onHttpError: ({ nativeEvent }) => void (readOrigin(nativeEvent.url) === readOrigin(url) && failed()),
    onContentProcessDidTerminate: gone,
    onRenderProcessGone: gone,
  };
}

function readOrigin(url: string): string | undefined {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0];
}
