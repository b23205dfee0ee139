import { type Cart, cartQuery } from "../cart.ts";
import { type Html, html } from "./html.ts";

export interface Frame {
  readonly title: string;
  readonly content: Html;
  /** What is in the cart, so that the way back to the products keeps it. */
  readonly cart?: Cart;
  /** The page asks again by itself, for a buyer who waits. */
  readonly refreshAfter?: number;
}

/** What every page has around it. Returns the whole document. */
export function frame({ title, content, cart = [], refreshAfter }: Frame): string {
  const query = cart.length === 0 ? "" : `?${cartQuery(cart)}`;
  const pieces = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshAfter !== undefined && html`<meta http-equiv="refresh" content="${refreshAfter}">`}
<title>${title} - Nook &amp; Lamp</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<p class="banner">A demo shop. Nothing is delivered, and no real money moves.</p>
<header>
<a class="brand" href="/${query}">Nook &amp; Lamp</a>
<a href="/cart${query}">Cart${pieces > 0 && ` (${pieces})`}</a>
</header>
<main id="content">
${content}
</main>
</body>
</html>`.markup;
}
