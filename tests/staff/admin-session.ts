import type { Browser, Look, Page } from "./staff-site.ts";

type Context = Awaited<ReturnType<Browser["newContext"]>>;
type State = Awaited<ReturnType<Context["storageState"]>>;

/** The session of a host's admin. Somebody signs in once, and all later browsers have the same session. */
export class AdminSession {
  readonly #signIn: (page: Page) => Promise<void>;
  #state: State | undefined;

  constructor(signIn: (page: Page) => Promise<void>) {
    this.#signIn = signIn;
  }

  async open(browser: Browser, { width }: Look): Promise<Page> {
    this.#state ??= await this.#signInOnce(browser);
    const viewport = { width, height: 1600 };
    return (await browser.newContext({ viewport, storageState: this.#state })).newPage();
  }

  async #signInOnce(browser: Browser): Promise<State> {
    const context = await browser.newContext();
    await this.#signIn(await context.newPage());
    const { cookies, origins } = await context.storageState();
    await context.close();
    // Medusa's language, which the look sets.
    return { cookies: cookies.filter(({ name }) => name !== "lng"), origins };
  }

  /** The returned function signs in again, as in another tab. */
  async remove(page: Page): Promise<() => Promise<void>> {
    const context = page.context();
    const cookies = await context.cookies();
    // Vendure can store a token there.
    const stored = await page.evaluate("JSON.stringify(localStorage)");
    await context.clearCookies();
    await page.evaluate("localStorage.clear()");
    return async () => {
      await context.addCookies(cookies);
      await page.evaluate(`Object.assign(localStorage, ${stored})`);
    };
  }
}
