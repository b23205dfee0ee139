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
      <PageHead title={`${title} - sandbox`}>
        {onward ? <meta http-equiv="refresh" content={`0; url=${onward}`} /> : null}
      </PageHead>
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

/** A page whose whole content is below one heading. */
export function SheetPage({ heading, children, ...frame }: PageFrameProps & { readonly heading: string }) {
  return (
    <PageFrame {...frame}>
      <section class="sheet">
        <h1>{heading}</h1>
        {children}
      </section>
    </PageFrame>
  );
}

/** The head of every page, with what one page adds. */
export function PageHead({ title, children }: { title: string; children?: Child }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="stylesheet" href="/style.css" />
      {children}
    </head>
  );
}
