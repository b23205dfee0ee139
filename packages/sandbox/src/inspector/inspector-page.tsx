import { setTimeout } from "node:timers/promises";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { SandboxControl } from "../control/sandbox-control.ts";
import { httpStatusByErrorCode, SandboxError } from "../errors.ts";
import { PageHead } from "../pages/page-frame.tsx";
import { NotFoundPage } from "../pages/result-pages.tsx";
import type { App, AppContext } from "../server/app.ts";
import { readPostedForm } from "../server/read-posted-form.ts";
import { findNotices, type InspectorNotice } from "./texts/inspector-notices.ts";

/** The dependencies of the inspector's pages. They reach the gateway only through its control. */
export interface InspectorDependencies {
  readonly control: SandboxControl;
  /** Returns the address of this gateway. */
  readonly url: () => string;
  /** Returns the path at which the buyer of a pending order continues. */
  readonly buyerPage: (orderId: string, merchantId: string) => string | undefined;
}

const sections = [
  { href: "/", name: "Orders" },
  { href: "/refused", name: "Refused" },
  { href: "/faults", name: "Faults" },
  { href: "/webhooks", name: "Dispute webhooks" },
  { href: "/clock", name: "Clock and quirks" },
  { href: "/start", name: "Start here" },
] as const;

/** What a page displays. */
export interface PageContent {
  readonly title: string;
  readonly content: Child;
}

/** A form that its page displays again. */
export interface PostedForm {
  /** The last part of the address that the form was posted to. */
  readonly action: string;
  readonly form: URLSearchParams;
  /** Why the form was refused, as a sentence. */
  readonly says?: string;
  readonly error?: SandboxError;
}

/** The refused value of one field of a form. */
export class FieldProblem extends SandboxError {
  readonly field: string;

  constructor(field: string, message: string) {
    super("bad_request", message);
    this.field = field;
  }
}

/** Returns the message about this field of a refused form. */
export function problemOf(posted: PostedForm | undefined, field: string): string | undefined {
  return posted?.error instanceof FieldProblem && posted.error.field === field ? posted.says : undefined;
}

/** A page of the inspector. Its forms post to addresses below it. */
export interface InspectorPage {
  /** The pattern of its path, such as `/orders/:merchant/:orderId`. */
  readonly path: string;
  /** The section of the inspector to which this page belongs. */
  readonly section: (typeof sections)[number]["href"];
  /** Returns undefined if there is no such page. */
  readonly show: (c: AppContext, posted?: PostedForm) => Promise<PageContent | undefined>;
  /** Starts the work of a form. Without work, the form is only displayed. Returns undefined if there is no such form. */
  readonly act?: (
    c: AppContext,
    action: string,
    form: URLSearchParams,
  ) => Promise<unknown> | "display" | undefined;
}

/** Adds the routes of a page and its forms. */
export function addPage(app: App, { control }: InspectorDependencies, page: InspectorPage): void {
  const { path, section, show, act } = page;
  const display = async (c: AppContext, posted?: PostedForm) => {
    const shown = await show(c, posted);
    if (shown === undefined) return c.html(<NotFoundPage />, 404);
    const framed = <Frame {...shown} section={section} notices={await findNotices(control)} />;
    const status = posted?.error ? httpStatusByErrorCode[posted.error.code] : 200;
    return c.html(html`<!doctype html>${framed}`, status);
  };
  const redirectToPage = (c: AppContext) => {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(pathname.replace(/\/[^/]*$/, "") + search, 303);
  };
  app.get(path, (c) => display(c));
  if (act === undefined) return;
  // The address of a refused form, if it is reloaded.
  app.get(`${path}/:action`, redirectToPage);
  app.post(`${path}/:action`, async (c) => {
    const action = c.req.param("action") ?? "";
    const form = await readPostedForm(c);
    try {
      const work = act(c, action, form);
      if (work === undefined) return c.html(<NotFoundPage />, 404);
      if (work === "display") return display(c, { action, form });
      await waitBriefly(work);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return display(c, { action, form, says: toSentence(error.message), error });
    }
    return redirectToPage(c);
  });
}

/** Milliseconds that a button waits for its result. The page displays a later result when it arrives. */
const maxWaitMilliseconds = 1500;

/** Waits for the work of a form, but not for a slow shop: the following page displays the result. */
async function waitBriefly(work: Promise<unknown>): Promise<void> {
  // A later refusal appears in the timeline or in the log.
  work.catch(() => undefined);
  await Promise.race([work, setTimeout(maxWaitMilliseconds, undefined, { ref: false })]);
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}

interface FrameProps extends PageContent, Pick<InspectorPage, "section"> {
  readonly notices: readonly InspectorNotice[];
}

/** The frame of a page: a link to skip the menu, the menu, and the unusual settings. */
function Frame({ title, section, content, notices }: FrameProps) {
  return (
    <html lang="en">
      <PageHead title={`${title} - pay_index sandbox`}>
        <link rel="stylesheet" href="/inspector.css" />
        <script src="/inspector.js" defer />
      </PageHead>
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
