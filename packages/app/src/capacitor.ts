import type { AppPlugin } from "@capacitor/app";
import type { InAppBrowserPlugin, SystemBrowserOptions, WebViewOptions } from "@capacitor/inappbrowser";
import type { Ending, PaymentBrowser } from "./browser.ts";
import { calmly } from "./calmly.ts";
import { isAbout, isEnd, isReturn, type ReturnAddress } from "./return-address.ts";

export interface SystemBrowser {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `App` of `@capacitor/app`: tells by which address the app was opened. */
  readonly app: AppPlugin;
  /** `DefaultSystemBrowserOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: SystemBrowserOptions;
  /** A universal link or an address of the app's own scheme, which the system brings to this app. */
  readonly returnUrl: ReturnAddress;
}

export interface AppWebView {
  /** `InAppBrowser` of `@capacitor/inappbrowser`. */
  readonly inAppBrowser: InAppBrowserPlugin;
  /** `DefaultWebViewOptions` of `@capacitor/inappbrowser`, or your own. */
  readonly options: WebViewOptions;
  /** A web address: the plugin tells of pages that were loaded. */
  readonly returnUrl: ReturnAddress;
}

type Handle = Awaited<ReturnType<AppPlugin["addListener"]>>;
/** After so many milliseconds, unless the page ends otherwise before. */
type End = (ending: Ending, grace?: number) => void;

/** Android closes the browser as it brings the return to the app, and may tell the closing first. */
const grace = 500;

/** In Custom Tabs or SFSafariViewController: the buyer's own cookies, cards and password manager. */
export function systemBrowser({ inAppBrowser, app, options, returnUrl }: SystemBrowser): PaymentBrowser {
  return {
    async open({ url, orderNumber }) {
      if (!inAppBrowser || !app) return "context_missing";
      return untilEnd(async (end, listening) => {
        listening.push(
          await app.addListener("appUrlOpen", (event) => {
            if (isEnd(event.url, returnUrl) && isAbout(event.url, orderNumber)) end(event.url);
          }),
        );
        listening.push(await inAppBrowser.addListener("browserClosed", () => end("closed", grace)));
        await inAppBrowser.openInSystemBrowser({ url, options });
      });
    },
    async openedBy() {
      const url = (await app.getLaunchUrl())?.url;
      return isReturn(url, returnUrl) ? url : undefined;
    },
    close: () => inAppBrowser.close(),
  };
}

/** In a web view of the app. */
export function webView({ inAppBrowser, options, returnUrl }: AppWebView): PaymentBrowser {
  return {
    async open({ url }) {
      if (!inAppBrowser) return "context_missing";
      return untilEnd(async (end, listening) => {
        listening.push(
          await inAppBrowser.addListener("browserPageNavigationCompleted", (event) => {
            if (isReturn(event.url, returnUrl)) end(event.url);
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
async function untilEnd(begin: (end: End, listening: Handle[]) => Promise<void>): Promise<Ending> {
  const listening: Handle[] = [];
  let isOpen = false;
  try {
    return await new Promise<Ending>((resolve, reject) => {
      const end: End = (ending, grace) => {
        if (isOpen) setTimeout(resolve, grace, ending);
      };
      begin(end, listening).then(() => {
        isOpen = true;
      }, reject);
    });
  } finally {
    for (const handle of listening) await calmly(() => handle.remove());
  }
}
