import type { PaymentPageOpener, PaymentPageOutcome, PaymentStorage } from "./payment-page-opener.ts";
import { storageKey } from "./resumable-payment.ts";
import { isReturnUrl, type ReturnUrl, type ReturnUrlPattern, readOrderIdFromUrl } from "./return-url.ts";

export interface SameTabSetup {
  /** The page of this site to which the buyer returns, absolute or from the root. Compared by scheme, host and path. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface PopUpSetup extends SameTabSetup {
  /** The features of `window.open`. */
  readonly features?: string | undefined;
  /** Opens the page if pop-ups are blocked. Without it, the result is a failure. */
  readonly orElse?: PaymentPageOpener | undefined;
}

/**
 * Opens the payment page in the same tab. `openPayment` resolves only if the buyer's back button restores a page from
 * the browser's cache. Otherwise the buyer comes to a new page: call `resumePayment` there.
 */
export function sameTab({ returnUrl }: SameTabSetup): PaymentPageOpener {
  return {
    ...siteBrowserParts(returnUrl),
    async open({ url }) {
      if (!globalThis.location) return "context_missing";
      return new Promise((resolve) => {
        addEventListener("pageshow", ({ persisted }) => persisted && resolve("closed"));
        location.assign(url);
      });
    },
  };
}

/**
 * Opens the payment page in a window of its own. Call it in the click handler before any `await`, or the browser blocks
 * the window. The window opens empty, and displays the payment page when `openPayment` gets the address.
 */
export function popUp({
  returnUrl,
  features = "popup,width=480,height=720",
  orElse,
}: PopUpSetup): PaymentPageOpener {
  const page = globalThis.window?.open("", "_blank", features);
  return {
    ...siteBrowserParts(returnUrl),
    async open(payment) {
      if (page === undefined) return "context_missing";
      if (page === null) return orElse?.open(payment) ?? "launch_failed";
      // The payment page must not be able to navigate this page.
      page.opener = null;
      page.location.replace(payment.url);
      return waitForPopUp(page, payment.attemptId, returnUrl);
    },
    close: () => page?.close(),
  };
}

/**
 * Waits until the window is back on this site, because its address can be read only then, and listens to other tabs.
 */
function waitForPopUp(page: Window, attemptId: string, returnUrl: ReturnUrlPattern) {
  const tabs = new BroadcastChannel(storageKey);
  let timer: ReturnType<typeof setInterval>;
  return new Promise<PaymentPageOutcome>((resolve) => {
    tabs.onmessage = ({ data }) => {
      if (attemptId !== "" && readOrderIdFromUrl(data) === attemptId && isOwnReturnUrl(data, returnUrl))
        resolve(data);
    };
    timer = setInterval(() => {
      const url = readUrl(page);
      if (page.closed) resolve("closed");
      else if (isOwnReturnUrl(url, returnUrl)) resolve(url);
    }, 200);
  }).finally(() => {
    clearInterval(timer);
    tabs.close();
  });
}

/** Returns undefined while the window is on another site. */
function readUrl(page: Window): string | undefined {
  try {
    return page.location.href;
  } catch {
    return undefined;
  }
}

function siteBrowserParts(returnUrl: ReturnUrlPattern): Pick<PaymentPageOpener, "openedBy" | "storage"> {
  return {
    /** Broadcasts the return to other tabs: a bank's app can open another tab than the one that waits. */
    openedBy() {
      const url = location.href;
      if (!isOwnReturnUrl(url, returnUrl)) return undefined;
      const tabs = new BroadcastChannel(storageKey);
      tabs.postMessage(url);
      tabs.close();
      return url;
    },
    storage: tabStorage,
  };
}

/** Each tab stores its own payment. A tab without one, which the return or a restart opened, uses the newest. */
const tabStorage: PaymentStorage = {
  getItem: (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem(key, value) {
    sessionStorage.setItem(key, value);
    localStorage.setItem(key, value);
  },
  removeItem(key) {
    if (tabStorage.getItem(key) === localStorage.getItem(key)) localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  },
};

function isOwnReturnUrl(url: string | undefined, returnUrl: ReturnUrlPattern): url is ReturnUrl {
  const here = [returnUrl].flat().map((address) => new URL(address, location.href).href);
  return isReturnUrl(url, here);
}
