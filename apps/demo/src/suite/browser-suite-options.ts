import type { Page } from "playwright-core";
import type { CheckoutFormSender } from "./checkout-form-sender.ts";
import type { TestShopProcess } from "./test-shop.ts";

/** What a shop has of its own, for a buyer who clicks. */
export interface BrowserSuiteOptions {
  openShop(): Promise<TestShopProcess>;
  /** What its database says of an order that is paid and placed. */
  readonly placed: string;
  /** What a mug and a lamp come to there, in dollars. */
  readonly total: string;
  /** What coffee each month comes to there, each time. */
  readonly eachMonth: string;
  /** The picture of this shop in docs/images: the order page only, or the purchase on a phone. */
  readonly picture: { readonly name: string; readonly of: "order" | "purchase" };
  /** Whether a cookie identifies the cart. */
  readonly needsCookies: boolean;
  /** From the cart to the choice of how to pay. */
  checkOut(page: Page): Promise<void>;
  /** All of it by forms, from the product list on: a mug, a lamp, the buyer where a page of its own asks for them. Gives the path of that choice. */
  comeToPayment(forms: CheckoutFormSender): Promise<string>;
  /** Where a buyer with a mug and a lamp in the cart may go before paying. */
  readonly steps: readonly string[];
  /** At the choice of how to pay: the order's name in its address. */
  orderAt(page: Page): Promise<string>;
  /** From the page of an order whose card was declined to the form for the card. */
  tryAgain(page: Page): Promise<void>;
  /** From the page of an order that is not paid to the choice of how to pay. */
  chooseAgain(page: Page): Promise<void>;
}
