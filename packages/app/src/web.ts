import type { PaymentBrowser, PaymentPageOutcome, PaymentStorage } from "./payment-browser.ts";
import { isReturnUrl, type ReturnUrl, type ReturnUrlPattern, readOrderId } from "./return-url.ts";

export interface SameTabSetup {
  /** The page of this site that the buyer returns to, absolute or from the root: matched by scheme, host and path. */
  readonly returnUrl: ReturnUrlPattern;
}

export interface PopUpSetup extends SameTabSetup {
  /** As `window.open` takes them. */
  readonly features?: string | undefined;
  /** What opens the page where pop-ups are blocked. Without it that is a failure. */
  readonly orElse?: PaymentBrowser | undefined;
}

const channelName = "pay-index";

/**
 * The payment page takes the place of this one. `openPayment` resolves only for a buyer whose back button leads to a page that
 * the browser has kept; everybody else comes to a new page, where `resumePayment` knows.
 */
export function sameTab({ returnUrl }: SameTabSetup): PaymentBrowser {
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
 * A window of its own. Make it in the click, before anything is awaited, or it is blocked: it is there at once, empty, and shows
 * the payment page when `openPayment` gets it.
 */
export function popUp({
  returnUrl,
  features = "popup,width=480,height=720",
  orElse,
}: PopUpSetup): PaymentBrowser {
  const page = globalThis.window?.open("", "_blank", features);
  return {
    ...siteBrowserParts(returnUrl),
    async open(payment) {
      if (page === undefined) return "context_missing";
      if (page === null) return orElse?.open(payment) ?? "launch_failed";
      // The payment page must not be able to lead this one elsewhere.
      page.opener = null;
      page.location.replace(payment.url);
      return waitForPopUp(page, payment.attemptId, returnUrl);
    },
    close: () => page?.close(),
  };
}

/** Looks where the window is, which can be seen only once it is back on this site, and listens to other tabs. */
function waitForPopUp(
  page: Window,
  attemptId: string,
  returnUrl: ReturnUrlPattern,
): Promise<PaymentPageOutcome> {
  const tabs = new BroadcastChannel(channelName);
  let timer: ReturnType<typeof setInterval>;
  return new Promise<PaymentPageOutcome>((resolve) => {
    tabs.onmessage = ({ data }) => {
      if (attemptId !== "" && readOrderId(data) === attemptId && isOwnReturnUrl(data, returnUrl))
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

/** Undefined while the window is on another site. */
function readUrl(page: Window): string | undefined {
  try {
    return page.location.href;
  } catch {
    return undefined;
  }
}

function siteBrowserParts(returnUrl: ReturnUrlPattern): Pick<PaymentBrowser, "openedBy" | "storage"> {
  return { openedBy: () => broadcastReturn(returnUrl), storage: tabStorage };
}

/** The buyer may have been brought back to another tab than the one that waits: a bank's app opens what it likes. */
function broadcastReturn(returnUrl: ReturnUrlPattern): ReturnUrl | undefined {
  const url = location.href;
  if (!isOwnReturnUrl(url, returnUrl)) return undefined;
  const tabs = new BroadcastChannel(channelName);
  tabs.postMessage(url);
  tabs.close();
  return url;
}

/** Each tab knows its own payment. One that has none, as it was opened by the return or after a restart, takes the newest. */
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
