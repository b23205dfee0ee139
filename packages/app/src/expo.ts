import type { AuthSessionOpenOptions } from "expo-web-browser";
import type { PaymentPageOpener } from "./payment-page-opener.ts";
import { isReturnUrl, isWebUrl } from "./return-url.ts";

export interface ExpoBrowserSetup {
  /** All of `expo-web-browser`. */
  readonly webBrowser: Pick<typeof import("expo-web-browser"), "openAuthSessionAsync" | "dismissAuthSession">;
  /** `Linking` of `react-native`, or all of `expo-linking`. It returns the address with which the app was opened. */
  readonly linking?: { getInitialURL(): Promise<string | null> } | undefined;
  /** A universal link, or an address of the app's own scheme. */
  readonly returnUrl: string;
  /** The options of `openAuthSessionAsync`. */
  readonly options?: AuthSessionOpenOptions | undefined;
}

/** Opens the page in Custom Tabs or ASWebAuthenticationSession. */
export function expoBrowser({
  webBrowser,
  linking,
  returnUrl,
  options,
}: ExpoBrowserSetup): PaymentPageOpener {
  return {
    async open({ url }) {
      if (!webBrowser) return "context_missing";
      const result = await webBrowser.openAuthSessionAsync(url, returnUrl, {
        preferUniversalLinks: isWebUrl(returnUrl),
        ...options,
      });
      // Android delivers every address that begins like the return address.
      if ("url" in result && isReturnUrl(result.url, returnUrl)) return result.url;
      return `${result.type}` === "locked" ? "launch_failed" : "closed";
    },
    async openedBy() {
      const url = (await linking?.getInitialURL()) ?? undefined;
      return isReturnUrl(url, returnUrl) ? url : undefined;
    },
    close: () => webBrowser.dismissAuthSession(),
  };
}
