import { html } from "hono/html";
import type { Child } from "hono/jsx";

export interface FrameProps {
  readonly title: string;
  readonly wide?: boolean;
  /** Where the browser goes by itself, and after how many seconds. */
  readonly onward?: { readonly url: string; readonly seconds: number };
  readonly children?: Child;
}

/** What every page has around it. Everything put inside is escaped by the template. */
export function Frame({ title, wide, onward, children }: FrameProps) {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {onward ? <meta http-equiv="refresh" content={`${onward.seconds}; url=${onward.url}`} /> : null}
        <title>{`${title} - sandbox`}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <p class="banner">SANDBOX - no real money. Never type a real card here.</p>
        <main class={wide ? "wide" : ""}>{children}</main>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}
