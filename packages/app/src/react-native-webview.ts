import type { WebViewProps } from "react-native-webview";
import type { Ending, PaymentBrowser } from "./browser.ts";
import { isEnd, isWebAddress, type ReturnAddress } from "./return-address.ts";

/** For `<WebView {...props} />` of `react-native-webview`. Leave none of them out. */
export type PaymentPageProps = Required<
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

export interface WebViewScreen {
  /** Renders the payment page with these props; takes it away when there are none. */
  readonly show: (props: PaymentPageProps | undefined) => void;
  /** A web address, or one of the app's own scheme. */
  readonly returnUrl: ReturnAddress;
}

export interface WebViewBrowser extends PaymentBrowser {
  /** For the screen's close button, and the back key of Android. */
  close(): void;
  /** For the screen that shows the page, when it goes away. */
  screenGone(): void;
}

/** In a web view that the app renders itself. */
export function webView({ show, returnUrl }: WebViewScreen): WebViewBrowser {
  let end: (ending: Ending) => void = () => undefined;
  return {
    open({ url }) {
      return new Promise<Ending>((resolve) => {
        end = resolve;
        if (show) show(propsFor(url, returnUrl, resolve));
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

function propsFor(url: string, returnUrl: ReturnAddress, end: (ending: Ending) => void): PaymentPageProps {
  const isBack = (address: string) => {
    const back = isEnd(address, returnUrl);
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
    onShouldStartLoadWithRequest: ({ url: next, isTopFrame }) =>
      !(isTopFrame && isBack(next)) && (isWebAddress(next) || next.startsWith("about:")),
    // Android does not ask before it follows a form.
    onNavigationStateChange: ({ url: now }) => {
      isBack(now);
    },
    onError: failed,
    // Of the payment page: what comes after it is the shop's, which may know better in a moment.
    onHttpError: ({ nativeEvent }) => void (siteOf(nativeEvent.url) === siteOf(url) && failed()),
    onContentProcessDidTerminate: gone,
    onRenderProcessGone: gone,
  };
}

function siteOf(url: string): string | undefined {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0];
}
