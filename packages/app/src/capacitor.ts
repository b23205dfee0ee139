import type { AppPlugin } from "@capacitor/app";
import type { InAppBrowserPlugin, SystemBrowserOptions, WebViewOptions } from "@capacitor/inappbrowser";
import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentPageOpener, PaymentPageOutcome } from "./payment-page-opener.ts";
import {
  isOtherAttempt,
  isPaymentEndUrl,
  isReturnUrl,
  type ReturnUrlPattern,
  readOrderIdFromUrl,
} from "./return-url.ts";

export interface SystemBrowserSetup {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `App` of `@capacitor/app`. It returns the address with which the app was opened. */
  readonly app: AppPlugin;
  /** `DefaultSystemBrowserOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: SystemBrowserOptions;
  /** A universal link, or an address of the app's own scheme, that opens this app. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface WebViewSetup {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `DefaultWebViewOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: WebViewOptions;
  /** A web address: the plugin reports pages that were loaded. */
  readonly returnUrl: ReturnUrlPattern;
}

type ListenerHandle = Awaited<ReturnType<AppPlugin["addListener"]>>;
/** Ends the page after `grace` milliseconds, unless it ends before in another way. */
type EndPage = (ending: PaymentPageOutcome, grace?: number) => void;

/** Milliseconds. Android closes the browser when the return opens the app, and can report the closing first. */
const closeDelay = 500;

/**
 * Opens the page in Custom Tabs or SFSafariViewController, with the buyer's own cookies, cards and password manager.
 */
export function systemBrowser({
  inAppBrowser,
  app,
  options,
  returnUrl,
}: SystemBrowserSetup): PaymentPageOpener {
  return {
    async open({ url, attemptId }) {
      if (!inAppBrowser || !app) return "context_missing";
      return waitForOutcome(async (end, listening) => {
        listening.push(
          await app.addListener("appUrlOpen", (event) => {
            const isOther = isOtherAttempt(readOrderIdFromUrl(event.url), attemptId);
            if (isPaymentEndUrl(event.url, returnUrl) && !isOther) end(event.url);
          }),
        );
        listening.push(await inAppBrowser.addListener("browserClosed", () => end("closed", closeDelay)));
        await inAppBrowser.openInSystemBrowser({ url, options });
      });
    },
    async openedBy() {
      const url = (await app.getLaunchUrl())?.url;
      return isReturnUrl(url, returnUrl) ? url : undefined;
    },
    close: () => inAppBrowser.close(),
  };
}

/** Opens the page in a web view of the app. */
export function webView({ inAppBrowser, options, returnUrl }: WebViewSetup): PaymentPageOpener {
  return {
    async open({ url }) {
      if (!inAppBrowser) return "context_missing";
      return waitForOutcome(async (end, listening) => {
        listening.push(
          await inAppBrowser.addListener("browserPageNavigationCompleted", (event) => {
            if (isReturnUrl(event.url, returnUrl)) end(event.url);
          }),
        );
        listening.push(await inAppBrowser.addListener("browserClosed", () => end("closed")));
        await inAppBrowser.openInWebView({ url, options });
      });
    },
    close: () => inAppBrowser.close(),
  };
}

/**
 * Ignores events from before the page is open: the plugins deliver the address of a cold launch to the first listener.
 */
async function waitForOutcome(begin: (end: EndPage, listening: ListenerHandle[]) => Promise<void>) {
  const listening: ListenerHandle[] = [];
  let isOpen = false;
  try {
    return await new Promise<PaymentPageOutcome>((resolve, reject) => {
      const end: EndPage = (ending, grace) => {
        if (isOpen) setTimeout(resolve, grace, ending);
      };
      begin(end, listening).then(() => {
        isOpen = true;
      }, reject);
    });
  } finally {
    for (const handle of listening) await ignoreErrors(() => handle.remove());
  }
}
