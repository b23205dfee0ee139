import { isPayIndexError } from "@pay-index/core";
import express, { type Express, type Request } from "express";
import { type CardSale, type ExpressSale, money, type PayIndex } from "../../src/index.ts";
import { type Cart, findCart, isDisabled, type Query, setCart, totalOf, type Wish } from "./shop-books.ts";

interface Parts {
  readonly pay: PayIndex;
  readonly read: Query;
  write(work: (query: Query) => Promise<void>): Promise<void>;
}

/** What the buyer's browser reaches of the shop itself. */
export function addShopPages(app: Express, { pay, read, write }: Parts): void {
  app.get("/orders/:reference", (_request, response) => void response.send("Your order"));
  app.use(express.urlencoded({ extended: false }));
  app.post("/checkout/:tenant/:reference", async (request, response) => {
    const { tenant, reference } = request.params;
    const cart = await findCart(read, { tenant, reference });
    const { variant } = request.body as Record<string, string>;
    if (cart === undefined || cart.cancelled) return void response.status(404).send("no such cart");
    if (await isDisabled(read, variant ?? "")) return void response.status(409).send(`no ${variant} any more`);
    if (variant === "card" || variant === "subscription") {
      await write((query) => setCart(query, { tenant, reference }, { wish: JSON.stringify(wishOf(request)) }));
      return void response.send(pay.formToken(reference));
    }
    try {
      const { next } = await pay.start(saleOf({ tenant, reference, request }, cart));
      response.redirect(303, next);
    } catch (error) {
      if (!isPayIndexError(error)) throw error;
      response.status(error.code === "store_unavailable" ? 503 : 422).send(error.code);
    }
  });
}

function wishOf({ body }: Request): Wish {
  const { variant, plan } = body as Record<string, string>;
  return variant === "subscription" && plan !== undefined
    ? { variant, plan: JSON.parse(plan) as NonNullable<Wish["plan"]> }
    : { variant: "card" };
}

interface Asked {
  readonly tenant: string;
  readonly reference: string;
  readonly request: Request;
}

function saleOf(asked: Asked, cart: Cart): ExpressSale {
  const { variant = "", method, app_scheme: appScheme } = asked.request.body as Record<string, string>;
  const terms = { ...asked, ...termsOf(cart) };
  if (variant === "apm")
    return { ...terms, variant, ...(method ? { method } : {}), ...(appScheme ? { appScheme } : {}) };
  return { ...terms, variant: variant as "hosted" | "link" };
}

/** To which the card route adds the card. */
export function cardSaleOf(reference: string, cart: Cart | undefined): CardSale | undefined {
  if (cart === undefined || cart.cancelled) return undefined;
  const terms = { reference, ...termsOf(cart) };
  const { variant, plan } = cart.wish;
  if (variant === "subscription" && plan !== undefined) return { ...terms, variant, plan };
  return { ...terms, variant: "card" };
}

function termsOf(cart: Cart) {
  const { currency, lines, buyer, language } = cart;
  return {
    money: money(totalOf(cart), currency),
    items: [...lines],
    buyer: { ...buyer, ...(language === "" ? {} : { language }) },
  };
}
