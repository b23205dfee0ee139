import { createPageView, type Language, type PageInput, type PageKind, renderPage } from "@pay-index/pages";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";

const origin = "http://shop.test";
const waitPath = "/pay/wait/0123456789ABCDEFGHJK/0123456789ABCDEFGHJKMNPQRS";

/** Milliseconds: how long the script waits for an answer, and before it speaks of a long wait. */
const [answerLimit, longWait] = [10_000, 60_000];

/** What the status route does when it is asked. */
type StatusAnswer = (route: Route) => Promise<void> | void;

export interface OutcomePageBrowserOptions extends BrowserContextOptions {
  readonly language?: Language;
}

/** A buyer's browser in front of a shop that says, or keeps to itself, what the test wants. */
export class OutcomePageBrowser {
  kind: PageKind = "confirming";
  more: Partial<PageInput> = {};
  /** By default what the shop's own route says of `kind`. */
  answer: StatusAnswer = (route) => route.fulfill({ json: { state: "pending", page: this.kind } });
  /** How often the script has asked. */
  asked = 0;
  /** Paths that were opened, the waiting page among them. */
  readonly opened: string[] = [];
  /** What the browser complains about, such as something that a policy forbids. */
  readonly complaints: string[] = [];
  readonly page: Page;
  readonly #language: Language;

  private constructor(page: Page, language: Language) {
    this.page = page;
    this.#language = language;
  }

  static async open(
    browser: Browser,
    { language = "en", ...options }: OutcomePageBrowserOptions = {},
  ): Promise<OutcomePageBrowser> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const window = new OutcomePageBrowser(page, language);
    page.on("console", (message) => {
      const isOffline = message.text().startsWith("Failed to load resource");
      if (["error", "warning"].includes(message.type()) && !isOffline) window.complaints.push(message.text());
    });
    page.on("pageerror", (error) => window.complaints.push(error.message));
    await page.route(`${origin}/**`, (route) => window.#serve(route));
    return window;
  }

  visit(query = ""): Promise<unknown> {
    return this.page.goto(origin + waitPath + query);
  }

  /** The same with a clock that stands still until the test moves it. */
  async visitAtNoon(): Promise<void> {
    await this.page.clock.install({ time: new Date("2026-03-01T12:00:00Z") });
    await this.page.clock.pauseAt(new Date("2026-03-01T12:00:01Z"));
    await this.page.addInitScript(`{
      const wait = setTimeout;
      pauses = [];
      setTimeout = (run, after) => (pauses.push(after), wait(run, after));
    }`);
    await this.visit();
  }

  /** Moves the page's clock a second at a time, so that what it asks for meanwhile is answered. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) await this.page.clock.runFor(1000);
  }

  /** How long the script has waited, in milliseconds, before each time that it asked. */
  async pauses(): Promise<number[]> {
    const all = (await this.page.evaluate("pauses")) as number[];
    return all.filter((pause) => pause !== answerLimit && pause !== longWait);
  }

  heading(): Promise<string | null> {
    return this.page.textContent("h1");
  }

  news(): Promise<string | null> {
    return this.page.textContent("[role=status]");
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  async #serve(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    if (pathname.includes("/status/")) {
      this.asked++;
      return await this.answer(route);
    }
    this.opened.push(pathname);
    if (!pathname.startsWith("/pay/wait/"))
      return await route.fulfill({ contentType: "text/html", body: "<h1>The shop</h1>" });
    const query = new URL(route.request().url()).searchParams;
    const view = createPageView({
      kind: this.kind,
      language: this.#language,
      addresses: { order: "/orders/7", retry: "/retry/7" },
      reported: query.has("hint"),
      asked: Number(query.get("asked") ?? 0),
      ...this.more,
    });
    const { html, csp } = renderPage(view);
    const headers = { "content-security-policy": csp, "cache-control": "no-store" };
    await route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html });
  }
}
