import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { type BuyerPageTexts, english } from "./languages/en.ts";

export interface PageFrameProps {
  readonly title: string;
  /** The address to which the browser is redirected at once: a redirect after a pause disturbs readers. */
  readonly onward?: string;
  /** English if there is no buyer. */
  readonly words?: BuyerPageTexts;
  readonly children?: Child;
}

/** The frame of every page. The template escapes its contents. */
export function PageFrame({ title, onward, words = english, children }: PageFrameProps) {
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
        <main>{children}</main>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}
