import type { AppPlugin } from "@capacitor/app";
import type { InAppBrowserPlugin, SystemBrowserOptions, WebViewOptions } from "@capacitor/inappbrowser";
import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentBrowser, PaymentPageOutcome } from "./payment-browser.ts";
import { endsPayment, isReturnUrl, matchesAttempt, type ReturnUrlPattern } from "./return-url.ts";

export interface SystemBrowserSetup {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `App` of `@capacitor/app`: tells by which address the app was opened. */
  readonly app: AppPlugin;
  /** `DefaultSystemBrowserOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: SystemBrowserOptions;
  /** A universal link or an address of the app's own scheme, which the system brings to this app. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface WebViewSetup {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `DefaultWebViewOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: WebViewOptions;
  /** A web address: the plugin tells of pages that were loaded. */
  readonly returnUrl: ReturnUrlPattern;
}

type ListenerHandle = Awaited<ReturnType<AppPlugin["addListener"]>>;
/** After so many milliseconds, unless the page ends otherwise before. */
type EndPage = (ending: PaymentPageOutcome, grace?: number) => void;

/** Android closes the browser as it brings the return to the app, and may tell the closing first. */
const closeDelay = 500;

/** In Custom Tabs or SFSafariViewController: the buyer's own cookies, cards and password manager. */
export function systemBrowser({ inAppBrowser, app, options, returnUrl }: SystemBrowserSetup): PaymentBrowser {
  return {
    async open({ url, attemptId }) {
      if (!inAppBrowser || !app) return "context_missing";
      return waitForOutcome(async (end, listening) => {
        listening.push(
          await app.addListener("appUrlOpen", (event) => {
            if (endsPayment(event.url, returnUrl) && matchesAttempt(event.url, attemptId)) end(event.url);
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

/** In a web view of the app. */
export function webView({ inAppBrowser, options, returnUrl }: WebViewSetup): PaymentBrowser {
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

/** What comes before the page is open is of an earlier one: the plugins keep the address of a cold launch for the first who listens. */
async function waitForOutcome(
  begin: (end: EndPage, listening: ListenerHandle[]) => Promise<void>,
): Promise<PaymentPageOutcome> {
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
