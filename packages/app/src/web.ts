import type { Ending, PaymentBrowser, PaymentStorage } from "./browser.ts";
import { isReturn, orderIdOf, type ReturnAddress, type ReturnedTo } from "./return-address.ts";

export interface SameTab {
  /** The page of this site that the buyer returns to, absolute or from the root: matched by scheme, host and path. */
  readonly returnUrl: ReturnAddress;
}

export interface PopUp extends SameTab {
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
export function sameTab({ returnUrl }: SameTab): PaymentBrowser {
  return {
    ...thisSite(returnUrl),
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
export function popUp({ returnUrl, features = "popup,width=480,height=720", orElse }: PopUp): PaymentBrowser {
  const page = globalThis.window?.open("", "_blank", features);
  return {
    ...thisSite(returnUrl),
    async open(payment) {
      if (page === undefined) return "context_missing";
      if (page === null) return orElse?.open(payment) ?? "launch_failed";
      // The payment page must not be able to lead this one elsewhere.
      page.opener = null;
      page.location.replace(payment.url);
      return endOf(page, payment.orderNumber, returnUrl);
    },
    close: () => page?.close(),
  };
}

/** Looks where the window is, which can be seen only once it is back on this site, and listens to other tabs. */
function endOf(page: Window, orderNumber: string, returnUrl: ReturnAddress): Promise<Ending> {
  const tabs = new BroadcastChannel(channelName);
  let timer: ReturnType<typeof setInterval>;
  return new Promise<Ending>((resolve) => {
    tabs.onmessage = ({ data }) => {
      if (orderNumber !== "" && orderIdOf(data) === orderNumber && isHere(data, returnUrl)) resolve(data);
    };
    timer = setInterval(() => {
      const url = addressOf(page);
      if (page.closed) resolve("closed");
      else if (isHere(url, returnUrl)) resolve(url);
    }, 200);
  }).finally(() => {
    clearInterval(timer);
    tabs.close();
  });
}

/** Undefined while the window is on another site. */
function addressOf(page: Window): string | undefined {
  try {
    return page.location.href;
  } catch {
    return undefined;
  }
}

function thisSite(returnUrl: ReturnAddress): Pick<PaymentBrowser, "openedBy" | "storage"> {
  return { openedBy: () => tellTabs(returnUrl), storage: tabStorage };
}

/** The buyer may have been brought back to another tab than the one that waits: a bank's app opens what it likes. */
function tellTabs(returnUrl: ReturnAddress): ReturnedTo | undefined {
  const url = location.href;
  if (!isHere(url, returnUrl)) return undefined;
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

function isHere(url: string | undefined, returnUrl: ReturnAddress): url is ReturnedTo {
  const here = [returnUrl].flat().map((address) => new URL(address, location.href).href);
  return isReturn(url, here);
}
