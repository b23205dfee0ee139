import type { AuthSessionOpenOptions } from "expo-web-browser";
import type { PaymentBrowser } from "./browser.ts";
import { isReturn, isWebAddress } from "./return-address.ts";

export interface Expo {
  /** All of `expo-web-browser`. */
  readonly webBrowser: Pick<typeof import("expo-web-browser"), "openAuthSessionAsync" | "dismissAuthSession">;
  /** `Linking` of `react-native` or all of `expo-linking`: tells by which address the app was opened. */
  readonly linking?: { getInitialURL(): Promise<string | null> } | undefined;
  /** A universal link or an address of the app's own scheme. */
  readonly returnUrl: string;
  /** Of `openAuthSessionAsync`. */
  readonly options?: AuthSessionOpenOptions | undefined;
}

/** In Custom Tabs or ASWebAuthenticationSession. */
export function expo({ webBrowser, linking, returnUrl, options }: Expo): PaymentBrowser {
  return {
    async open({ url }) {
      if (!webBrowser) return "context_missing";
      const result = await webBrowser.openAuthSessionAsync(url, returnUrl, {
        preferUniversalLinks: isWebAddress(returnUrl),
        ...options,
      });
      // On Android whatever begins like the return address arrives here.
      if ("url" in result && isReturn(result.url, returnUrl)) return result.url;
      return `${result.type}` === "locked" ? "launch_failed" : "closed";
    },
    async openedBy() {
      const url = (await linking?.getInitialURL()) ?? undefined;
      return isReturn(url, returnUrl) ? url : undefined;
    },
    close: () => webBrowser.dismissAuthSession(),
  };
}
