import type { Pages } from "@pay-index/core/adapter";
import type { BuyerPageOptions } from "./buyer-page-options.ts";

interface ShopPageOptions extends Omit<Pages, "outcome"> {
  readonly publicUrl: string;
  readonly pages?: BuyerPageOptions | undefined;
}

/** Returns the shop's pages with addresses that are valid in an HTTP header. References can contain any alphabet. */
export function createShopPageUrls(options: ShopPageOptions): Required<Pages> {
  const address = (page: string) => {
    const url = new URL(page, options.publicUrl);
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new TypeError("A page has a web address.");
    // A path that begins with two slashes would be an address of another host, and references can contain any text.
    return page.startsWith("/") ? url.pathname.replace(/^\/+/, "/") + url.search + url.hash : url.href;
  };
  return {
    orderPage: (about) => address(options.orderPage(about)),
    retryPage: (about) => address(options.retryPage?.(about) ?? options.orderPage(about)),
    outcome: options.pages?.outcome ?? "shop",
  };
}
