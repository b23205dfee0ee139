import { isPayIndexError } from "@pay-index/core";
import express, { type Express, type Request, type Response } from "express";
import {
  type CardFormOrderReference,
  type CardSaleWithoutCardDetails,
  type ExpressSale,
  money,
  type PayIndex,
} from "../../src/index.ts";
import {
  type Cart,
  type CartSelection,
  cartTotal,
  findCart,
  isVariantDisabled,
  type Query,
  setCartColumns,
} from "./shop-tables.ts";

interface ShopPageDependencies {
  readonly pay: PayIndex;
  readonly read: Query;
  write(work: (query: Query) => Promise<void>): Promise<void>;
}

/** What the buyer's browser reaches of the shop itself. */
export function addShopPages(app: Express, parts: ShopPageDependencies): void {
  app.get("/orders/:reference", (_request, response) => void response.send("Your order"));
  app.use(express.urlencoded({ extended: false }));
  app.post("/checkout/:tenant/:reference", (request, response) => checkOut(parts, request, response));
}

type CheckoutRequest = Request<Pick<CheckoutInput, "tenant" | "reference">, unknown, Form>;
type Form = Readonly<Record<string, string>>;

/** To the gateway, or to the form for the card, as JSON. */
async function checkOut(
  { pay, read, write }: ShopPageDependencies,
  request: CheckoutRequest,
  response: Response,
) {
  const { params, body } = request;
  const { variant = "" } = body;
  const cart = await findCart(read, params);
  if (cart === undefined || cart.cancelled) return void response.status(404).send("no such cart");
  if (await isVariantDisabled(read, variant)) return void response.status(409).send(`no ${variant} any more`);
  if (variant === "card" || variant === "subscription") {
    await write((query) => setCartColumns(query, params, { wish: JSON.stringify(selectionOf(body)) }));
    return void response.json(await pay.cardForm(params));
  }
  try {
    const { url } = await pay.start(saleOf({ ...params, request: request as Request }, cart, body));
    response.redirect(303, url);
  } catch (error) {
    if (!isPayIndexError(error)) throw error;
    response.status(error.code === "store_unavailable" ? 503 : 422).send(error.code);
  }
}

function selectionOf({ variant, plan }: Form): CartSelection {
  return variant === "subscription" && plan !== undefined
    ? { variant, plan: JSON.parse(plan) as NonNullable<CartSelection["plan"]> }
    : { variant: "card" };
}

interface CheckoutInput {
  readonly tenant: string;
  readonly reference: string;
  readonly request: Request;
}

function saleOf(asked: CheckoutInput, cart: Cart, form: Form): ExpressSale {
  const { variant, method, app_scheme: appScheme } = form;
  const terms = { ...asked, ...saleTermsOf(cart) };
  if (variant === "apm")
    return { ...terms, variant, ...(method ? { method } : {}), ...(appScheme ? { appScheme } : {}) };
  return { ...terms, variant: variant as "hosted" | "link" };
}

/** To which the card route adds the card. */
export function saleWithoutCard(
  order: CardFormOrderReference,
  cart: Cart | undefined,
): CardSaleWithoutCardDetails | undefined {
  if (cart === undefined || cart.cancelled) return undefined;
  const terms = { ...order, ...saleTermsOf(cart) };
  const { variant, plan } = cart.wish;
  if (variant === "subscription" && plan !== undefined) return { ...terms, variant, plan };
  return { ...terms, variant: "card" };
}

/** Returns what is due for a cart, at a payment link of staff. */
export function saleOfLink(cart: Cart | undefined) {
  return cart === undefined || cart.cancelled ? undefined : saleTermsOf(cart);
}

function saleTermsOf(cart: Cart) {
  const { currency, lines, buyer, language } = cart;
  return {
    amount: money(cartTotal(cart), currency),
    items: [...lines],
    buyer: { ...buyer, ...(language === "" ? {} : { language }) },
  };
}
