import { expect, test } from "vitest";
import type { StaffSuite } from "./staff-browser.ts";
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

/** The static app's own test has the same for a shop without an admin. */
export function sessionSuite({ host, site, open }: StaffSuite & { host(): AdminHost }): void {
  test("a session that ends while a dialog is open loses nothing that was typed", async () => {
    const sale = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
    await using staff = await open();
    await staff.payment(sale);
    const signIn = await host().endSession(staff.page);
    await staff.resolve(/^Dismissed/, "A long reason.");
    await staff.problem.waitFor();
    expect(await staff.problem.textContent()).toContain("You are signed out. Sign in in another tab");
    await signIn();
    expect(await staff.dialog.getByLabel("Reason").inputValue()).toBe("A long reason.");
    await staff.save();
    await staff.timeline.getByText(/dismissed the payment: A long reason\.$/).waitFor();
  });
}

interface AdminHost {
  /** Ends the session of a page. The returned function signs in again, as in another tab. */
  endSession(page: Page): Promise<() => Promise<void>>;
}
