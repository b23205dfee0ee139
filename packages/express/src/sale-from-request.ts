import type { Sale } from "@pay-index/core";
import type { Request } from "express";

type RequestField = "ip" | "userAgent";

/**
 * A sale without the fields that the request can supply. Distributes over the union, so that each variant keeps its own
 * fields.
 */
type SaleFromRequest<S extends Sale> = S extends Sale
  ? Omit<S, "buyer"> & {
      readonly buyer: Omit<S["buyer"], RequestField> & Partial<Pick<S["buyer"], RequestField>>;
      /** The buyer's request. It supplies `buyer.ip` and `buyer.userAgent` if they are missing. Behind a proxy, set Express's `trust proxy`. */
      readonly request?: Request;
    }
  : never;

type WithoutCard<S> = S extends unknown ? Omit<S, "card" | "request"> : never;

/** The input of `pay.start`. */
export type ExpressSale = SaleFromRequest<Sale>;
/** The sale that `cardSale` returns. The route adds the card and the request. */
export type CardSaleWithoutCardDetails = WithoutCard<
  Extract<ExpressSale, { variant: "card" | "subscription" }>
>;

/** Core reports the fields that are still missing. */
export function toCoreSale({ request, ...sale }: ExpressSale): Sale {
  const ip = sale.buyer?.ip ?? request?.ip;
  const userAgent = sale.buyer?.userAgent ?? request?.headers["user-agent"];
  const buyer = {
    ...sale.buyer,
    ...(ip === undefined ? {} : { ip }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  return { ...sale, buyer } as Sale;
}
