import type { Sale } from "@pay-index/core";

type RequestField = "ip" | "userAgent";

/** What a request says of the buyer's browser. */
export type BuyerBrowser = Partial<Record<RequestField, string | undefined>>;

/**
 * A sale without the fields that the request can supply. Distributes over the union, so that each variant keeps its own
 * fields.
 */
type SaleFromRequest<S extends Sale, HostRequest> = S extends Sale
  ? Omit<S, "buyer"> & {
      readonly buyer: Omit<S["buyer"], RequestField> & Partial<Pick<S["buyer"], RequestField>>;
      /** The buyer's request. It supplies `buyer.ip` and `buyer.userAgent` if they are missing. Behind a proxy, see the host's settings. */
      readonly request?: HostRequest;
    }
  : never;

type WithoutCard<S> = S extends unknown ? Omit<S, "card" | "request"> : never;

/** The input of `pay.start`. */
export type ShopSale<HostRequest> = SaleFromRequest<Sale, HostRequest>;
/** The sale that `cardSale` returns. The route adds the card and the request. */
export type CardSaleWithoutCardDetails = WithoutCard<
  Extract<ShopSale<never>, { variant: "card" | "subscription" }>
>;

/** Core reports the fields that are still missing. */
export function toCoreSale<HostRequest>(
  { request, ...sale }: ShopSale<HostRequest>,
  browserOf: (request: HostRequest) => BuyerBrowser,
): Sale {
  const browser = request === undefined ? undefined : browserOf(request);
  const ip = sale.buyer?.ip ?? browser?.ip;
  const userAgent = sale.buyer?.userAgent ?? browser?.userAgent;
  const buyer = {
    ...sale.buyer,
    ...(ip === undefined ? {} : { ip }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  return { ...sale, buyer } as Sale;
}
