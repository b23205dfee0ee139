import { type Html, html } from "./html.ts";

export interface PageLayoutView {
  readonly title: string;
  readonly content: Html;
  readonly home: string;
  readonly cart: string;
  /** The number of items in the cart. */
  readonly pieces: number;
}

/** Renders the frame of every page. Returns the whole document. Its stylesheet is at `/style.css`. */
export function renderPageLayout({ title, content, home, cart, pieces }: PageLayoutView): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Nook &amp; Lamp</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<aside class="banner" aria-label="Notice">A demo shop. Nothing is delivered, and no real money moves.</aside>
<header>
<a class="brand" href="${home}">Nook &amp; Lamp</a>
<a href="${cart}">Cart${pieces > 0 && ` (${pieces})`}</a>
</header>
<main id="content">
${content}
</main>
</body>
</html>`.markup;
}
