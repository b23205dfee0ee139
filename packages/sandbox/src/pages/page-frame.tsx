import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { type BuyerPageTexts, english } from "./languages/en.ts";

export interface PageFrameProps {
  readonly title: string;
  readonly wide?: boolean;
  /** Where the browser goes by itself. At once: a page that goes while it is read is not for everybody. */
  readonly onward?: string;
  /** English where there is no buyer. */
  readonly words?: BuyerPageTexts;
  readonly children?: Child;
}

/** What every page has around it. Everything put inside is escaped by the template. */
export function PageFrame({ title, wide, onward, words = english, children }: PageFrameProps) {
  const page = (
    <html lang={words.tag} dir={words.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {onward ? <meta http-equiv="refresh" content={`0; url=${onward}`} /> : null}
        <title>{`${title} - sandbox`}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <p class="banner">{words.banner}</p>
        </header>
        <main class={wide ? "wide" : ""}>{children}</main>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}
