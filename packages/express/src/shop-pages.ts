import type { BuyerStatus, Pages } from "@pay-index/core";
import type { AboutOrder, ExpressOptions } from "./options.ts";

type PageOptions = Pick<ExpressOptions<never>, "orderPage" | "retryPage" | "publicUrl">;

/** The shop's pages, as addresses that a header can carry: references may be written in any alphabet. */
export function shopPages(options: PageOptions): Required<Pages> {
  const address = (page: string) => {
    const url = new URL(page, options.publicUrl);
    return page.startsWith("/") ? url.pathname + url.search + url.hash : url.href;
  };
  return {
    orderPage: (about) => address(options.orderPage(about)),
    retryPage: (about) => address(options.retryPage?.(about) ?? options.orderPage(about)),
  };
}

/** Where a buyer who waits belongs by now; undefined while the outcome is open. */
export function nextPage(pages: Required<Pages>, status: BuyerStatus): string | undefined {
  const about = aboutOrder(status);
  switch (about?.state) {
    case "paid":
    case "review":
      return pages.orderPage(about);
    case "failed":
    case "closed":
      return pages.retryPage(about);
    default:
      return undefined;
  }
}

export function orderLink(pages: Required<Pages>, status: BuyerStatus): string | undefined {
  const about = aboutOrder(status);
  return about && pages.orderPage(about);
}

function aboutOrder({ reference, tenant, state }: BuyerStatus): AboutOrder | undefined {
  return state === "none" ? undefined : { reference, tenant, state };
}
