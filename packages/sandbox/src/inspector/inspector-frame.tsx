import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { InspectorNotice } from "./texts/inspector-notices.ts";

export const sections = [
  { href: "/", name: "Orders" },
  { href: "/refused", name: "Refused" },
  { href: "/faults", name: "Faults" },
  { href: "/webhooks", name: "Dispute webhooks" },
  { href: "/clock", name: "Clock and quirks" },
  { href: "/start", name: "Start here" },
] as const;

export interface InspectorFrameProps {
  readonly title: string;
  /** The section of the inspector to which this page belongs. */
  readonly section: (typeof sections)[number]["href"];
  /** The unusual settings, which every page displays. */
  readonly signs: readonly InspectorNotice[];
  readonly children?: Child;
}

/** The frame of every page: a link to skip the menu, the menu, and the unusual settings. */
export function InspectorFrame({ title, section, signs, children }: InspectorFrameProps) {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} - pay_index sandbox`}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="stylesheet" href="/inspector.css" />
        <script src="/inspector.js" defer />
      </head>
      <body class="inspector">
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header>
          <p class="banner">SANDBOX - no real money. Never type a real card here.</p>
          <div class="top">
            <a class="name" href="/">
              pay_index <span>sandbox</span>
            </a>
            <nav aria-label="Inspector">
              <ul>
                {sections.map(({ href, name }) => (
                  <li>
                    <a href={href} {...(href === section ? { "aria-current": "page" } : {})}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </header>
        <Notices signs={signs} />
        <main id="content" tabindex={-1}>
          {children}
        </main>
        <p id="said" class="unseen" role="status" />
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}

function Notices({ signs }: { signs: readonly InspectorNotice[] }) {
  if (signs.length === 0) return null;
  return (
    <section class="signs" aria-label="Out of the ordinary">
      <ul>
        {signs.map((sign) => (
          <li>
            <a href={sign.href}>{sign.says}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
