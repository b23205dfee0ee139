import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { SandboxControl } from "../control/sandbox-control.ts";
import { SandboxError } from "../errors.ts";
import { findNotices, type InspectorNotice } from "./texts/inspector-notices.ts";

export type InspectorApp = Hono<{ Bindings: HttpBindings }>;
export type InspectorRequestContext = Context<{ Bindings: HttpBindings }>;

/** The dependencies of the inspector's pages. They reach the gateway only through its control. */
export interface InspectorDependencies {
  readonly control: SandboxControl;
  /** Returns the address of this gateway. */
  readonly url: () => string;
  /** Returns the path at which the buyer of a pending order continues. */
  readonly buyerPage: (orderId: string, merchantId: string) => string | undefined;
}

export const sections = [
  { href: "/", name: "Orders" },
  { href: "/refused", name: "Refused" },
  { href: "/faults", name: "Faults" },
  { href: "/webhooks", name: "Dispute webhooks" },
  { href: "/clock", name: "Clock and quirks" },
  { href: "/start", name: "Start here" },
] as const;

export interface InspectorPage {
  readonly title: string;
  /** The section of the inspector to which this page belongs. */
  readonly section: (typeof sections)[number]["href"];
  readonly content: Child;
  readonly status?: 200 | 400 | 409;
}

/** Sends a page in its frame: a link to skip the menu, the menu, and the unusual settings. */
export async function showPage(
  c: InspectorRequestContext,
  { control }: InspectorDependencies,
  { title, section, content, status = 200 }: InspectorPage,
): Promise<Response> {
  const notices = await findNotices(control);
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
        <Header section={section} />
        <Notices notices={notices} />
        <main id="content" tabindex={-1}>
          {content}
        </main>
        <p id="said" class="unseen" role="status" />
      </body>
    </html>
  );
  return c.html(html`<!doctype html>${page}`, status);
}

function Header({ section }: Pick<InspectorPage, "section">) {
  return (
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
  );
}

function Notices({ notices }: { notices: readonly InspectorNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section class="signs" aria-label="Out of the ordinary">
      <ul>
        {notices.map(({ says, href }) => (
          <li>
            <a href={href}>{says}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FormAnswer {
  /** The page after the work. */
  readonly to: string;
  /** Displays the form again with the message, as a sentence. */
  readonly refused: (says: string, error: SandboxError) => Promise<Response>;
}

/** Milliseconds that a button waits for its result. The page displays a later result when it arrives. */
const maxWaitMilliseconds = 1500;

/** Waits for the work of a form, but not for a slow shop: the following page displays the result. */
export async function answerForm(
  c: InspectorRequestContext,
  work: Promise<unknown>,
  { to, refused }: FormAnswer,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMilliseconds);
  });
  // A later refusal appears in the timeline or in the log.
  work.catch(() => undefined);
  try {
    await Promise.race([work, enough]);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return refused(toSentence(error.message), error);
  } finally {
    clearTimeout(timer);
  }
  return c.redirect(to, 303);
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}
