import { type Html, html } from "./pages/html.ts";

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly says: string;
  /** Whole minor units of the shop's currency. */
  readonly price: number;
  readonly picture: Html;
}

export const currency = "USD";

const coffee: Product = {
  id: "coffee",
  name: "Coffee beans, 500 g",
  says: "Roasted on Tuesday. Goes well with a monthly delivery.",
  price: 1650,
  picture: html`<path d="M28 10h44l-4 12h-36zM30 26h40l6 56a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6zm20 16c-9 0-15 8-15 15s6 15 15 15 15-8 15-15-6-15-15-15zm-3 5c6 6-2 12 4 20-7-5 0-12-4-20z" fill-rule="evenodd"/>`,
};

/** A subscription product. Each shop adds the plan in its platform's own way. */
export const monthlyCoffee: Product = {
  ...coffee,
  id: "coffee-monthly",
  name: "Coffee beans each month",
  says: "500 g, roasted in the week it is sent. Charged each month for a year.",
};

/** The products of the shops with their prices. Pictures are inline, so pages load nothing. */
export const catalog: readonly Product[] = [
  {
    id: "lamp",
    name: "Reading lamp",
    says: "Warm light, brass arm, a switch you can find in the dark.",
    price: 4250,
    picture: html`<path d="M24 86h36v6H24zM40 86V46l22-20 4 5-20 18v37zM54 12l30 22-9 6a22 22 0 0 1-26-19z"/>`,
  },
  {
    id: "mug",
    name: "Stoneware mug",
    says: "Holds a third of a litre and survives the dishwasher.",
    price: 1400,
    picture: html`<path d="M20 28h46v10h8a14 14 0 0 1 0 28h-9a26 26 0 0 1-10 20H31a26 26 0 0 1-11-22zm46 18v12h7a6 6 0 0 0 0-12z"/>`,
  },
  {
    id: "notebook",
    name: "Dotted notebook",
    says: "160 numbered pages that lie flat from the first one.",
    price: 1899,
    picture: html`<path d="M26 12h48a4 4 0 0 1 4 4v68a4 4 0 0 1-4 4H26zM16 20h6v8h-6zm0 18h6v8h-6zm0 18h6v8h-6zm0 18h6v8h-6zM38 28v6h28v-6zm0 14v6h20v-6z" fill-rule="evenodd"/>`,
  },
  coffee,
];
