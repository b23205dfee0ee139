import { isPayIndexError } from "@pay-index/core";
import {
  type CardFormOrderReference,
  type CardSaleWithoutCardDetails,
  money,
  type Shop,
  type ShopSale,
} from "@pay-index/server/shop";
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
  readonly read: Query;
  write(work: (query: Query) => Promise<void>): Promise<void>;
}

/** A request of the buyer's browser to the shop itself, on any framework. */
export interface CheckoutRequest {
  readonly tenant: string;
  readonly reference: string;
  readonly form: Form;
  /** The request of the framework. */
  readonly request: unknown;
}

/** The shop's own reply. */
export interface CheckoutReply {
  readonly status: number;
  readonly location?: string;
  readonly body: string;
}

type Form = Readonly<Record<string, string>>;

/** Returns the redirect to the gateway, or what the page with the form for the card needs, as JSON. */
export async function checkOut(
  pay: Shop<unknown>,
  { read, write }: ShopPageDependencies,
  { tenant, reference, form, request }: CheckoutRequest,
): Promise<CheckoutReply> {
  const { variant = "" } = form;
  const order = { tenant, reference };
  const cart = await findCart(read, order);
  if (cart === undefined || cart.cancelled) return { status: 404, body: "no such cart" };
  if (await isVariantDisabled(read, variant)) return { status: 409, body: `no ${variant} any more` };
  if (variant === "card" || variant === "subscription") {
    await write((query) => setCartColumns(query, order, { wish: JSON.stringify(selectionOf(form)) }));
    return { status: 200, body: JSON.stringify(await pay.cardForm(order)) };
  }
  try {
    const { url } = await pay.start(saleOf({ ...order, request }, cart, form));
    return { status: 303, location: url, body: "" };
  } catch (error) {
    if (!isPayIndexError(error)) throw error;
    return { status: error.code === "store_unavailable" ? 503 : 422, body: error.code };
  }
}

function selectionOf({ variant, plan }: Form): CartSelection {
  return variant === "subscription" && plan !== undefined
    ? { variant, plan: JSON.parse(plan) as NonNullable<CartSelection["plan"]> }
    : { variant: "card" };
}

function saleOf(asked: Omit<CheckoutRequest, "form">, cart: Cart, form: Form): ShopSale<unknown> {
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
